/** The departments, people and correspondents of the example company. All of them are invented. */
import type { UserRole } from '../../core/index.ts';

export const COMPANY = 'Example Cargo Bikes';

export const DEPARTMENTS = ['Finance', 'Sales', 'Service'] as const;
export type DepartmentName = (typeof DEPARTMENTS)[number];

export interface DemoPerson {
  readonly name: string;
  readonly email: string;
  readonly role: UserRole;
  readonly departments: readonly DepartmentName[];
}

/** The user who starts the demo: an administrator who is not in Finance, and so cannot see its data. */
export const YOU: DemoPerson = {
  name: 'Robin Example',
  email: 'robin@example.com',
  role: 'admin',
  departments: ['Sales', 'Service'],
};

export const COLLEAGUES: readonly DemoPerson[] = [
  { name: 'Ada Example', email: 'ada@example.com', role: 'super_user', departments: ['Sales'] },
  { name: 'Ben Example', email: 'ben@example.com', role: 'user', departments: ['Sales'] },
  { name: 'Cleo Example', email: 'cleo@example.com', role: 'super_user', departments: ['Service'] },
  { name: 'Dario Example', email: 'dario@example.com', role: 'user', departments: ['Service'] },
  { name: 'Edda Example', email: 'edda@example.com', role: 'super_user', departments: ['Finance'] },
  { name: 'Finn Example', email: 'finn@example.com', role: 'user', departments: ['Finance'] },
];

export const toMailboxAddress = (department: DepartmentName): string => `${department.toLowerCase()}@example.com`;

interface Outsider {
  readonly name: string;
  readonly email: string;
  readonly place: string;
}

export const CUSTOMERS: readonly Outsider[] = [
  { name: 'Gil Sample', email: 'gil@bakery.example.net', place: 'Sample Bakery' },
  { name: 'Hana Sample', email: 'hana@school.example.org', place: 'Sample School' },
  { name: 'Ivo Sample', email: 'ivo@florist.example.net', place: 'Sample Florist' },
  { name: 'Jun Sample', email: 'jun@courier.example.net', place: 'Sample Courier' },
  { name: 'Kim Sample', email: 'kim@town.example.org', place: 'Sample Town Hall' },
  { name: 'Lea Sample', email: 'lea@daycare.example.org', place: 'Sample Day Care' },
  { name: 'Mo Sample', email: 'mo@coffee.example.net', place: 'Sample Coffee' },
  { name: 'Nia Sample', email: 'nia@books.example.net', place: 'Sample Books' },
];

export const SUPPLIERS: readonly Outsider[] = [
  { name: 'Ole Sample', email: 'ole@frames.example.net', place: 'Sample Frames' },
  { name: 'Pia Sample', email: 'pia@motors.example.net', place: 'Sample Motors' },
  { name: 'Quin Sample', email: 'quin@freight.example.net', place: 'Sample Freight' },
  { name: 'Rio Sample', email: 'rio@office.example.net', place: 'Sample Office Supplies' },
];
