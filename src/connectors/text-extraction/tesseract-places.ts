/** Where the program that reads words on images may be. */
export const TESSERACT_PLACES = ['/usr/bin/tesseract', '/usr/local/bin/tesseract', '/opt/homebrew/bin/tesseract'];
