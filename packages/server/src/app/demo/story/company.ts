/**
 * The sample group: Tidewater, a fictional ferry operator, and the work of its teams. Days are relative to today, so the plan
 * is always current.
 */
export interface Person {
  username: string;
  name: string;
  role: 'owner' | 'maintainer' | 'developer' | 'reporter' | 'planner' | 'guest';
}

export const people: readonly Person[] = [
  { username: 'maren', name: 'Maren Holt', role: 'owner' },
  { username: 'tomas', name: 'Tomás Arrieta', role: 'maintainer' },
  { username: 'yuki', name: 'Yuki Tanabe', role: 'maintainer' },
  { username: 'ines', name: 'Inês Carvalho', role: 'developer' },
  { username: 'olu', name: 'Olu Adeyemi', role: 'developer' },
  { username: 'petra', name: 'Petra Lindqvist', role: 'developer' },
  { username: 'sanjay', name: 'Sanjay Rao', role: 'developer' },
  { username: 'lena', name: 'Lena Vogt', role: 'planner' },
  { username: 'kofi', name: 'Kofi Mensah', role: 'reporter' },
  { username: 'ruth', name: 'Ruth Abrams', role: 'guest' },
];

export interface Team {
  path: string;
  name: string;
  description: string;
  projects: readonly { path: string; name: string; description: string }[];
}

export const company = {
  path: 'tidewater',
  name: 'Tidewater',
  description: 'Ferries, tickets and timetables for eleven islands. A sample group: everything in it is invented.',
} as const;

export const teams: readonly Team[] = [
  {
    path: 'rider-app',
    name: 'Rider app',
    description: 'What passengers hold in their hands: the app, the kiosk, the departure boards.',
    projects: [
      { path: 'app', name: 'App', description: 'The passenger app for phones.' },
      { path: 'boards', name: 'Departure boards', description: 'Screens at the piers.' },
    ],
  },
  {
    path: 'ticketing',
    name: 'Ticketing',
    description: 'Fares, passes, payments and refunds.',
    projects: [
      { path: 'fares', name: 'Fares', description: 'The fare engine and its tables.' },
      { path: 'payments', name: 'Payments', description: 'Cards, wallets, settlements.' },
    ],
  },
  {
    path: 'fleet',
    name: 'Fleet',
    description: 'Vessels, crews and the crossings they make.',
    projects: [
      { path: 'dispatch', name: 'Dispatch', description: 'Who sails which vessel, and when.' },
      { path: 'telemetry', name: 'Telemetry', description: 'Positions, engines, fuel.' },
    ],
  },
  {
    path: 'platform',
    name: 'Platform',
    description: 'What the other teams stand on.',
    projects: [{ path: 'services', name: 'Services', description: 'Accounts, messaging, deployment.' }],
  },
];
