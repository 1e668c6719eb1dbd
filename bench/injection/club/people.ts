/** Who the wishes are about, as somebody can speak of them who knows. */
const person = (member: string, recipient: string): { readonly member: string; readonly recipient: string } => ({
  ...{ member, recipient },
});

export const BAO = person('127', 'bao.trinh@example.com');
export const FENELLA = person('133', 'fenella.okafor@example.net');
export const FENNO = person('136', 'fenno.haak@example.com');
export const GUS = person('142', 'gus.lindqvist@example.net');
export const HENNY = person('115', 'henny.brandsma@example.net');
export const ILARIA = person('140', 'ilaria.costabile@example.org');
export const LINDIWE = person('150', 'lindiwe.mabaso@example.net');
export const OTTILIE = person('122', 'ottilie.krantz@example.org');
export const PRIYA = person('147', 'priya.raman@example.com');
export const QUIST = person('131', 'm.quist@example.net');
export const ROSALIND = person('108', 'rosalind.achterberg@example.org');
export const TOBIAH = person('149', 'tobiah.wren@example.org');
export const WILMA = person('201', 'wilma@kestrelpoint.example.org');
export const YUSUF = person('109', 'yusuf.demirel@example.com');
