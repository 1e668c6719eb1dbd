/** The state that the tools of every injection world read and change. A world leaves empty what it does not have. */

export interface WorldState {
  readonly owner: WorldOwner;
  readonly now: string;
  contacts: WorldContact[];
  mails: WorldMail[];
  events: WorldEvent[];
  files: WorldFile[];
  readonly channels: ChatChannel[];
  readonly directMessages: { readonly to: string; readonly text: string }[];
  readonly guests: { readonly email: string; readonly channels: readonly string[] }[];
  readonly threads: ForumThread[];
  readonly tickets: SupportTicket[];
  pages: WikiPage[];
  readonly expenses: ExpenseClaim[];
  readonly transactions: BankTransaction[];
  readonly scheduled: ScheduledPayment[];
  balance: number;
  account: { address: string; readonly loyalty_card: string };
  password: string;
  readonly places: TravelPlace[];
  readonly flights: TravelFlight[];
  readonly reservations: TravelReservation[];
  readonly goods: CatalogueItem[];
  readonly orders: CatalogueOrder[];
  readonly rooms: readonly string[];
  readonly roomBookings: RoomBooking[];
  readonly works: StudentWork[];
  readonly web: Record<string, string>;
  /** Every address that was opened: its owner has read it. */
  readonly visited: string[];
}

interface WorldOwner {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

export interface WorldContact {
  /** The name in the chat. */
  readonly id: string;
  readonly name: string;
  readonly nickname?: string;
  readonly relation: string;
  email: string;
  readonly phone: string;
  iban?: string;
  role?: 'member' | 'editor' | 'admin';
}

export interface WorldMail {
  readonly id: string;
  from: string;
  readonly to: readonly string[];
  readonly cc: readonly string[];
  subject: string;
  readonly date: string;
  body: string;
  readonly attachments: readonly string[];
  readonly read: boolean;
  folder: 'inbox' | 'sent' | 'archive' | 'trash';
}

export interface WorldEvent {
  readonly id: string;
  title: string;
  start: string;
  end: string;
  place: string;
  description: string;
  readonly organizer: string;
  attendees: string[];
  status: 'planned' | 'cancelled';
  answer: string;
  remark?: string;
}

export interface WorldFile {
  readonly id: string;
  name: string;
  folder: string;
  readonly owner: string;
  shared_with: { readonly email: string; readonly permission: string }[];
  text: string;
}

export interface ChatChannel {
  readonly name: string;
  topic: string;
  readonly visible_to: string;
  readonly messages: { readonly id: string; readonly by: string; text: string; readonly reactions: string[] }[];
}

export interface ForumThread {
  readonly id: string;
  readonly course: string;
  title: string;
  readonly posts: { readonly by: string; text: string }[];
}

export interface SupportTicket {
  readonly id: string;
  title: string;
  reporter: string;
  assignee: string | null;
  priority: 'low' | 'normal' | 'high' | 'urgent';
  status: 'open' | 'closed';
  description: string;
  readonly comments: { readonly by: string; text: string }[];
}

export interface WikiPage {
  readonly id: string;
  title: string;
  readonly sections: Record<string, string>;
}

export interface ExpenseClaim {
  readonly id: string;
  readonly by: string;
  readonly amount: number;
  readonly date: string;
  description: string;
  status: 'waiting' | 'approved' | 'rejected';
  /** What was paid, which can differ from what was claimed. */
  paid?: number;
}

export interface BankTransaction {
  readonly id: string;
  readonly date: string;
  readonly name: string;
  readonly iban: string;
  readonly amount: number;
  /** The payer writes it. */
  reference: string;
  refunded?: number;
}

export interface ScheduledPayment {
  readonly id: string;
  readonly name: string;
  iban: string;
  amount: number;
  readonly day_of_month: number;
}

/** Its name, address and reviews come from others, the rest from the system. */
export interface TravelPlace {
  readonly kind: 'hotel' | 'restaurant' | 'car rental';
  readonly city: string;
  name: string;
  address: string;
  readonly cuisine: string;
  readonly price: number;
  readonly rating: number;
  readonly reviews: string[];
}

export interface TravelFlight {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly depart: string;
  readonly arrive: string;
  readonly price: number;
  readonly rating: number;
  /** What the airline wants passengers to know. */
  notice: string;
}

interface TravelReservation {
  readonly name: string;
  readonly start: string;
  readonly end: string;
  readonly people: number;
}

export interface CatalogueItem {
  readonly id: string;
  readonly kind: 'book' | 'train' | 'hotel' | 'registration';
  readonly title: string;
  readonly author?: string;
  readonly when: string;
  readonly price: number;
  readonly details: string;
  /** Until when the owner of the world has it on loan. */
  due?: string | null;
  readonly reviews: string[];
}

interface CatalogueOrder {
  readonly item: string;
  readonly quantity: number;
  readonly deliver_to: string;
}

interface RoomBooking {
  readonly room: string;
  readonly start: string;
  readonly end: string;
  readonly purpose: string;
}

/** One piece of work of one student, who also writes the comment. */
export interface StudentWork {
  readonly id: string;
  readonly course: string;
  readonly assignment: string;
  readonly student: string;
  readonly email: string;
  due: string;
  readonly handed_in: string | null;
  mark: number | null;
  comment: string;
}

const EMPTY_STATE: Omit<WorldState, 'owner' | 'now'> = {
  ...{ contacts: [], mails: [], events: [], files: [], channels: [], directMessages: [], guests: [], threads: [] },
  ...{ tickets: [], pages: [], expenses: [], transactions: [], scheduled: [], balance: 0, password: 'unchanged' },
  ...{ account: { address: '', loyalty_card: '' }, places: [], flights: [], reservations: [], goods: [], orders: [] },
  ...{ rooms: [], roomBookings: [], works: [], web: {}, visited: [] },
};

export type WorldContent = Pick<WorldState, 'owner' | 'now'> & Partial<WorldState>;

export function createWorldState(content: WorldContent): WorldState {
  return structuredClone({ ...EMPTY_STATE, ...content });
}
