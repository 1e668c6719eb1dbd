/** A hundred tools, each with a request that means it: `name | description | parameters | request`. */
export const toolLines = `
weather.forecast | Returns the weather forecast for a place. | city:string!=Name of the city;days:integer=Number of days ahead;unit:string(celsius,fahrenheit)=Unit of temperature | Will it rain in Lisbon this weekend?
flights.search | Searches for flights between two airports on a date. | origin:string!=Airport of departure;destination:string!=Airport of arrival;date:string!=Day of the flight;nonstop:boolean=Only direct flights | Find me a plane from Oslo to Rome next Friday
flights.cancel | Cancels a booked flight and returns the refund. | booking:string!=Booking reference;reason:string=Why it is cancelled | I can't travel any more, cancel my flight XK42
hotels.book | Books a hotel room for a number of nights. | hotel:string!=Name of the hotel;checkin:string!=First night;nights:integer!=How many nights;guests:integer=Number of guests | Get us a room at the Grand for three nights from 4 May
trains.timetable | Lists departures of trains at a railway station. | station:string!=Name of the station;after:string=Earliest departure time | When does the next train leave from Utrecht?
cars.rent | Rents a car at a pickup location. | location:string!=Where the car is picked up;from:string!=First day;to:string!=Last day;class:string(small,medium,large)=Size of the car | I need a small rental car in Porto for the weekend
currency.convert | Converts an amount of money from one currency to another. | amount:float!=Amount to convert;from:string!=Currency code of the amount;to:string!=Currency code of the result | How many yen are 250 euros?
stocks.quote | Returns the latest share price of a listed company. | symbol:string!=Ticker symbol;exchange:string=Stock exchange | What is Siemens stock trading at?
loans.monthly_payment | Computes the monthly payment of a loan. | principal:float!=Amount borrowed;rate:float!=Yearly interest rate;years:integer!=Term in years | What would I pay each month on a 200,000 mortgage at 3 percent?
taxes.estimate | Estimates the income tax for a year. | income:float!=Yearly income;country:string!=Country of residence;married:boolean=Whether filed jointly | How much income tax will I owe on 60,000 in Austria?
invoices.create | Creates an invoice for a customer. | customer:string!=Customer number;lines:array!=Invoiced items;due:string=Due date | Bill customer 881 for ten hours of work
invoices.remind | Sends a payment reminder for an overdue invoice. | invoice:string!=Invoice number;tone:string(friendly,firm)=Tone of the reminder | Chase the unpaid invoice 2024-17
expenses.submit | Submits an expense claim with its receipts. | amount:float!=Amount spent;category:string!=Category of the expense;receipts:array=Files with receipts | Claim back the 43 euros for my taxi
payroll.payslip | Returns the payslip of an employee for a month. | employee:string!=Employee number;month:string!=Month of the payslip | Show me Hanna's payslip for June
budget.compare | Compares planned and actual spending of a department. | department:string!=Department;quarter:string!=Quarter of the year | Did marketing spend more than planned in Q2?
recipes.search | Finds cooking recipes by ingredients. | ingredients:array!=Ingredients at hand;diet:string(any,vegetarian,vegan)=Dietary restriction;minutes:integer=Maximum cooking time | What can I cook with leeks and potatoes?
nutrition.calories | Counts the calories of a meal. | food:string!=What was eaten;grams:float!=Weight in grams | How many calories are in 200 grams of pasta?
restaurants.reserve | Reserves a table at a restaurant. | restaurant:string!=Name of the restaurant;time:string!=Date and time;people:integer!=Number of guests | Book a table for four at Da Mario tomorrow at eight
groceries.order | Orders groceries for home delivery. | items:array!=Products with quantities;address:string!=Delivery address;slot:string=Delivery window | Have milk, eggs and bread delivered to my place
wine.pair | Suggests a wine for a dish. | dish:string!=Name of the dish;budget:float=Maximum price of a bottle | Which bottle goes well with roast duck?
movies.recommend | Recommends films by genre and rating. | genre:string!=Film genre;rating:float=Minimum rating;year:integer=Earliest release year | Suggest a good science fiction film
music.play | Plays a song or an album on a speaker. | title:string!=Song or album;speaker:string=Room of the speaker;volume:integer=Loudness in percent | Put on Abbey Road in the kitchen
concerts.find | Finds concerts of an artist near a place. | artist:string!=Name of the artist;place:string=City;from:string=Earliest date | Is Björk performing anywhere near Vienna?
books.lookup | Looks up a book by ISBN, title or author. | isbn:string=ISBN;title:string=Title;author:string=Author | Who wrote the novel The Leopard?
library.renew | Renews the loan of a library book. | card:string!=Number of the library card;item:string!=Borrowed item | Extend the due date of my borrowed library books
museum.hours | Returns the opening hours of a museum. | museum:string!=Name of the museum;date:string=Day of the visit | Is the Prado open on Mondays?
games.score | Returns the score of a sports match. | team:string!=Name of the team;league:string=League | How did Arsenal's match end?
fitness.log_workout | Records a workout with duration and distance. | kind:string(run,ride,swim)!=Kind of exercise;minutes:integer!=Duration;kilometres:float=Distance | Note that I ran 5 kilometres in half an hour
sleep.report | Summarizes sleep over several nights. | nights:integer!=Number of nights | How well have I been sleeping this week?
doctor.appointment | Makes an appointment with a doctor. | specialty:string!=Medical specialty;reason:string!=Reason of the visit;earliest:string=Earliest date | I need to see a dermatologist about a rash
pharmacy.refill | Requests a refill of a prescription. | prescription:string!=Prescription number;pharmacy:string=Pharmacy for pickup | My blood pressure pills are running out, renew the prescription
vaccines.due | Lists vaccinations that a person is due for. | birth:string!=Date of birth;country:string!=Country;travel:string=Country to visit | Which shots do I need before going to Kenya?
bmi.calculate | Calculates the body mass index. | weight:float!=Weight in kilograms;height:float!=Height in metres | I weigh 80 kilos at 1.80 metres; what is my body mass index?
lights.set | Switches lamps in a room on or off and sets brightness. | room:string!=Name of the room;on:boolean!=Whether the lamps are on;brightness:integer=Percent | Dim the lamps in the bedroom
thermostat.set | Sets the target temperature of the heating. | zone:string!=Heating zone;degrees:float!=Target temperature | Make the living room two degrees warmer, set heating to 22
locks.lock_door | Locks or unlocks a door. | door:string!=Name of the door;locked:boolean!=Whether the door is locked | Is the front door shut? Lock it please
vacuum.start | Starts the robot vacuum cleaner in given rooms. | rooms:array!=Rooms to clean;mode:string(quiet,normal,deep)=Cleaning mode | Vacuum the hallway
garden.irrigate | Waters garden beds for a number of minutes. | bed:string!=Garden bed;minutes:integer!=Duration | Give the tomatoes water for ten minutes
camera.snapshot | Takes a picture with a security camera. | camera:string!=Name of the camera | Show me a picture of what the camera at the garage sees
parcel.track | Tracks a parcel by its tracking number. | number:string!=Tracking number;carrier:string=Carrier | Where is my package 1Z999?
parcel.return_label | Makes a return label for an order. | order:string!=Order number;items:array!=Items to return | I want to send these shoes back, print a return label
orders.status | Returns the status of an online order. | order:string!=Order number | Has order 5512 been shipped?
shop.search_products | Searches products of a shop by words and price. | words:string!=Search words;max_price:float=Highest price;brand:string=Brand | Look for headphones under 100 euros in the shop
coupons.apply | Applies a discount code to a shopping cart. | cart:string!=Cart;code:string!=Discount code | Use the promo code SPRING on my cart
reviews.summarize | Summarizes customer reviews of a product. | product:string!=Product number;stars:integer=Only reviews with this many stars | What do buyers say about this blender?
inventory.count | Counts items in stock in a warehouse. | sku:string!=Article number;warehouse:string=Warehouse | How many of article 77-B are left in stock?
suppliers.rate | Rates a supplier by delivery and quality. | supplier:string!=Supplier;delivery:integer!=Points for delivery;quality:integer!=Points for quality | Give our steel supplier four points for quality
contracts.expiring | Lists contracts that expire before a date. | before:string!=Date;owner:string=Responsible person | Which contracts run out this year?
leads.assign | Assigns a sales lead to a salesperson. | lead:string!=Lead;salesperson:string!=Salesperson | Give the Contoso lead to Maria
tickets.open | Opens a support ticket for a customer. | customer:string!=Customer;subject:string!=Subject of the problem;priority:string(low,normal,high)=Priority | The customer's printer is broken, open a support case
tickets.escalate | Escalates a support ticket to the next level. | ticket:string!=Ticket number;reason:string!=Reason | Ticket 31 needs second level support
meetings.schedule | Schedules a meeting with participants. | title:string!=Title;participants:array!=People invited;start:string!=Start;minutes:integer!=Duration | Set up half an hour with Tom and Li on Tuesday
rooms.free | Finds free conference rooms in a building. | building:string!=Building;start:string!=Start;seats:integer=Number of seats | Is there a conference room for eight free at noon?
vacation.request | Requests vacation days for an employee. | from:string!=First day off;to:string!=Last day off;note:string=Note for the manager | I'd like to take the last week of August off as vacation
timesheet.add | Adds working hours to a timesheet. | project:string!=Project;hours:float!=Hours worked;day:string!=Day | Put six hours on project Falcon for today
candidates.shortlist | Ranks job applicants against a job description. | job:string!=Job posting;count:integer=How many applicants | Who are the five best applicants for the designer job?
training.enroll | Enrolls an employee in a training course. | employee:string!=Employee;course:string!=Course | Sign Peter up for the first aid course
translate.text | Translates a text into another language. | text:string!=Text;target:string!=Language of the translation;formal:boolean=Formal address | How do you say good morning in Finnish? Translate it
grammar.check | Checks spelling and grammar of a text. | text:string!=Text;language:string=Language of the text | Are there spelling mistakes in this letter?
text.summarize | Summarizes a long text in a few sentences. | text:string!=Text;sentences:integer=Length of the summary | Give me the gist of this long report in three sentences
speech.transcribe | Transcribes speech from an audio recording. | recording:string!=Audio file;speakers:integer=Number of speakers | Write down what is said in interview.mp3, transcribe the audio
images.resize | Resizes an image to a width and height. | image:string!=Image file;width:integer!=Width in pixels;height:integer=Height in pixels | Make logo.png 200 pixels wide
images.remove_background | Removes the background of a photo. | image:string!=Image file | Cut out the person, I don't want the background in the photo
pdf.merge | Merges several PDF files into one. | files:array!=PDF files in order;output:string!=Name of the result | Join these three PDFs into a single document
video.trim | Trims a video to a part between two times. | video:string!=Video file;start:string!=Start;end:string!=End | Keep only the first minute of the video clip
barcode.generate | Generates a barcode or QR code for a text. | text:string!=Content;kind:string(qr,ean13,code128)!=Kind of code | Make a QR code of our website address
spreadsheet.pivot | Builds a pivot table from spreadsheet rows. | sheet:string!=Sheet;rows:array!=Row fields;values:array!=Summed fields | Pivot the sales sheet by region
chart.draw | Draws a bar or line chart from data. | data:array!=Numbers;kind:string(bar,line,pie)!=Kind of chart;title:string=Title | Plot these numbers as a line chart
statistics.correlation | Computes the correlation of two series of numbers. | x:array!=First series;y:array!=Second series;method:string(pearson,spearman)=Method | Are height and income correlated in this data?
statistics.t_test | Tests whether the means of two samples differ. | a:array!=First sample;b:array!=Second sample;alpha:float=Significance level | Do these two samples have different means?
geometry.triangle_area | Computes the area of a triangle. | base:float!=Base;height:float!=Height | How large is a triangle with base 6 and height 4?
algebra.solve_quadratic | Solves a quadratic equation. | a:float!=Quadratic coefficient;b:float!=Linear coefficient;c:float!=Constant | Solve the equation x squared minus 5x plus 6 equals zero
numbers.prime_factors | Factors an integer into primes. | number:integer!=Integer | What are the prime factors of 360?
matrix.invert | Inverts a square matrix. | matrix:array!=Rows of the matrix | Find the inverse of this 2 by 2 matrix
units.convert_length | Converts a length between metric and imperial units. | value:float!=Length;from:string!=Unit;to:string!=Unit of the result | How many metres are twelve feet? Convert the length
physics.free_fall | Computes the time and speed of a falling object. | height:float!=Height in metres;gravity:float=Gravitational acceleration | How fast is a stone that falls 20 metres when it lands?
chemistry.molar_mass | Computes the molar mass of a compound. | formula:string!=Chemical formula | What is the molar mass of H2SO4?
astronomy.sunrise | Returns the times of sunrise and sunset. | latitude:float!=Latitude;longitude:float!=Longitude;date:string=Date | When does the sun set in Tromsø today?
biology.translate_dna | Translates a DNA sequence into a protein. | sequence:string!=DNA sequence;frame:integer=Reading frame | Which protein does the DNA ATGGCC code for?
genealogy.ancestors | Lists ancestors of a person in a family tree. | person:string!=Person;generations:integer!=Number of generations | Who were Clara's great-grandparents in the family tree?
maps.route | Plans a route between two addresses. | start:string!=Start address;end:string!=End address;mode:string(car,bike,foot,transit)=Means of travel | Show me the way by bike from home to the office
history.events | Lists historical events of a year. | year:integer!=Year;region:string=Region of the world | What happened in Europe in 1848?
maps.geocode | Finds the coordinates of an address. | address:string!=Postal address | What are the latitude and longitude of 10 Downing Street?
traffic.jams | Reports traffic jams on a road. | road:string!=Road;direction:string=Direction | Is there congestion on the A9?
parking.find | Finds parking near an address. | address:string!=Address;hours:float=Duration;covered:boolean=Only garages | Where can I park close to the opera?
charging.stations | Finds charging stations for electric cars. | place:string!=Place;connector:string=Plug;power:float=Minimum power in kilowatts | Where can I charge my electric car around here?
taxi.call | Calls a taxi to an address. | address:string!=Pickup address;time:string=Pickup time;passengers:integer=Number of passengers | Send a cab to the station at six
police.report_theft | Files a report of a theft with the police. | item:string!=Stolen item;where:string!=Place;when:string!=Time | My bicycle was stolen, report it
insurance.claim | Files an insurance claim for damage. | policy:string!=Policy number;damage:string!=Description of damage;amount:float=Estimated cost | The storm damaged my roof, file a claim with the insurance
passport.renew | Starts the renewal of a passport. | number:string!=Passport number;express:boolean=Express service | My passport expires soon
elections.polling_place | Finds the polling place for an address. | address:string!=Registered address | Where do I go to vote?
legal.find_cases | Searches court decisions by subject. | subject:string!=Subject of law;court:string=Court;since:integer=Earliest year | Are there court rulings about noisy neighbours?
patents.search | Searches patents by words and inventor. | words:string!=Search words;inventor:string=Inventor | Has anyone patented a folding helmet?
servers.restart | Restarts a service on a server. | host:string!=Host name;service:string!=Service | Restart nginx on web-3
logs.search | Searches log lines of a service in a time range. | service:string!=Service;text:string!=Text to find;since:string=Start of the range | Look for timeout errors in the logs of the payment service
dns.lookup | Resolves a domain name to its records. | domain:string!=Domain name;type:string(A,AAAA,MX,TXT)=Type of record | Which MX records does the domain example.org have?
certificates.expiry | Returns when the TLS certificate of a host expires. | host:string!=Host name;port:integer=Port | When does the certificate of shop.example run out?
passwords.generate | Generates a random password. | length:integer!=Length;symbols:boolean=Whether symbols are used | Make me a strong password of 20 characters
database.backup | Makes a backup of a database. | database:string!=Name of the database;target:string=Where the backup is stored | Back up the customer database
calendar.holidays | Lists the public holidays of a country in a year. | country:string!=Country;year:integer!=Year | On which days are shops closed for national holidays in Spain?
`;
