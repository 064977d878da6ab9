/**
 * The sample group: Tidewater, a ferry operator of our own invention, and what its teams are building. Days are counted from
 * today, so the plan always lies around the present.
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

export type Stage = 'discovery' | 'design' | 'build' | 'rollout' | 'done';
export type Health = 'on_track' | 'needs_attention' | 'at_risk';

export interface Slice {
  title: string;
  /** What its issues are about, in the middle of a sentence. */
  about: string;
  issues: readonly string[];
}

export interface Feature {
  title: string;
  /** Days from today. */
  start: number | null;
  due: number | null;
  stage: Stage;
  health: Health;
  slices: readonly Slice[];
}

export interface Theme {
  team: string;
  title: string;
  why: string;
  color: string;
  area: string;
  features: readonly Feature[];
}

const blue = '#1068bf';
const green = '#217645';
const red = '#c91c00';
const orange = '#9e5400';
const purple = '#694cc0';

export const themes: readonly Theme[] = [
  {
    team: 'rider-app',
    title: 'Catch the next boat without waiting',
    why: 'Passengers reach the pier on average eleven minutes early, because they do not trust the timetable. They should leave home when it is time.',
    color: blue,
    area: 'journey',
    features: [
      {
        title: 'Live departures',
        start: -210,
        due: -20,
        stage: 'done',
        health: 'on_track',
        slices: [
          {
            title: 'Predicted arrival from vessel positions',
            about: 'arrival prediction',
            issues: [
              'Read vessel positions every ten seconds',
              'Learn the usual speed of each crossing by tide and wind',
              'Show the predicted minute beside the planned one',
              'Fall back to the timetable when a position is older than two minutes',
              'Compare predictions with a month of arrivals',
            ],
          },
          {
            title: 'Departure boards that agree with the app',
            about: 'departure boards',
            issues: [
              'Feed the boards from the prediction service',
              'Large type for the outdoor boards at Skarhamn',
              'Announce a changed pier by voice',
              'Restart a frozen board by itself',
            ],
          },
        ],
      },
      {
        title: 'Offline timetable',
        start: -75,
        due: 40,
        stage: 'rollout',
        health: 'on_track',
        slices: [
          {
            title: 'Timetable that opens without a signal',
            about: 'the offline timetable',
            issues: [
              'Keep two weeks of crossings on the phone',
              'Update only the days that changed',
              'Say plainly how old the timetable is',
              'Open in under a second on a five-year-old phone',
              'Translate the stale notice into six languages',
            ],
          },
        ],
      },
      {
        title: 'Leave-home reminders',
        start: 25,
        due: 130,
        stage: 'design',
        health: 'needs_attention',
        slices: [
          {
            title: 'Reminder that knows the walk to the pier',
            about: 'leave-home reminders',
            issues: [
              'Choose the walking routes service',
              'Ask for a usual crossing, not for a schedule',
              'Quiet hours and one reminder a crossing',
              'Cancel the reminder when the crossing is cancelled',
            ],
          },
        ],
      },
    ],
  },
  {
    team: 'rider-app',
    title: 'An app everyone can use',
    why: 'One passenger in six travels with an impairment. The public tender for the southern islands asks for WCAG 2.2 AA.',
    color: purple,
    area: 'accessibility',
    features: [
      {
        title: 'Screen readers from sign-in to boarding',
        start: -120,
        due: 30,
        stage: 'build',
        health: 'needs_attention',
        slices: [
          {
            title: 'Buying a ticket by ear',
            about: 'buying by screen reader',
            issues: [
              'Name every control on the fare page',
              'Read out the price when the passengers change',
              'Keep focus where it was after a payment error',
              'Test with four regular screen reader users',
              'Describe the seat map as a list',
            ],
          },
          {
            title: 'Boarding pass with a voice',
            about: 'the boarding pass',
            issues: [
              'Say the gate and the minute first',
              'Vibrate when the gate opens',
              'High contrast for the code in bright sun',
            ],
          },
        ],
      },
      {
        title: 'Large text without broken pages',
        start: 10,
        due: 95,
        stage: 'design',
        health: 'on_track',
        slices: [
          {
            title: 'Layouts up to 310 percent',
            about: 'large text',
            issues: [
              'List every page that clips at 200 percent',
              'Let the timetable wrap',
              'Two columns become one',
              'Pictures of every page at three sizes in the tests',
            ],
          },
        ],
      },
    ],
  },
  {
    team: 'rider-app',
    title: 'Kiosks retire gracefully',
    why: 'The 2014 kiosks have no spare parts left. Every pier needs a way to buy without a phone before they go.',
    color: orange,
    area: 'piers',
    features: [
      {
        title: 'Counter tablet',
        start: -40,
        due: 85,
        stage: 'build',
        health: 'at_risk',
        slices: [
          {
            title: 'Selling at the counter in three taps',
            about: 'the counter tablet',
            issues: [
              'Cash drawer and receipt printer over one cable',
              'Sell the ten most usual tickets from the first page',
              'Work through a lost connection until the end of the day',
              'Hand over the till at shift change',
              'Train the staff of four pilot piers',
              'Stand that survives salt water',
            ],
          },
        ],
      },
      {
        title: 'Take down the old kiosks',
        start: 100,
        due: 190,
        stage: 'discovery',
        health: 'on_track',
        slices: [
          {
            title: 'Pier by pier plan',
            about: 'taking down kiosks',
            issues: [
              'Agree the order with the harbour masters',
              'Wipe and recycle the hardware',
              'Signs that say where to buy instead',
            ],
          },
        ],
      },
    ],
  },
  {
    team: 'ticketing',
    title: 'One pass for every island',
    why: 'Five operators, five passes, none valid on the other boats. The region pays for a joint pass from next season on.',
    color: green,
    area: 'fares',
    features: [
      {
        title: 'Shared fare table',
        start: -300,
        due: -95,
        stage: 'done',
        health: 'on_track',
        slices: [
          {
            title: 'Zones instead of routes',
            about: 'the zone table',
            issues: [
              'Draw the nine zones with the operators',
              'Price every zone pair within one percent of today',
              'Explain the price on the receipt',
              'Migrate 41 route tickets to zones',
            ],
          },
        ],
      },
      {
        title: 'Joint island pass',
        start: -90,
        due: 70,
        stage: 'build',
        health: 'at_risk',
        slices: [
          {
            title: 'Selling the pass',
            about: 'the island pass',
            issues: [
              'Pass for one, for two, for a family',
              'Photo on the pass, checked once',
              'Start today or on a chosen day',
              'Sell at counters and on board',
              'Refund of the unused months',
            ],
          },
          {
            title: 'Checking the pass on foreign boats',
            about: 'checking passes',
            issues: [
              'Agree the code format with the four other operators',
              'Check without a connection for a whole crossing',
              'Block a stolen pass within an hour',
              'Field test on the Vestra line',
            ],
          },
          {
            title: 'Sharing the money',
            about: 'settlement',
            issues: [
              'Count crossings by operator and day',
              'Monthly statement each operator can check',
              'Settle differences under ten cents by rounding down',
            ],
          },
        ],
      },
      {
        title: 'Student and senior fares',
        start: 45,
        due: 160,
        stage: 'discovery',
        health: 'on_track',
        slices: [
          {
            title: 'Proof without paper',
            about: 'reduced fares',
            issues: [
              'Ask the student register instead of the student',
              'Seniors by date of birth, once',
              'What happens on the birthday',
            ],
          },
        ],
      },
    ],
  },
  {
    team: 'ticketing',
    title: 'Payments nobody has to think about',
    why: 'Four percent of purchases fail at the last step, most of them for reasons we could have known.',
    color: blue,
    area: 'payments',
    features: [
      {
        title: 'Wallets and saved cards',
        start: -160,
        due: -30,
        stage: 'done',
        health: 'on_track',
        slices: [
          {
            title: 'Pay with the phone',
            about: 'wallet payments',
            issues: [
              'Both wallets on the fare page',
              'Receipts that match the wallet',
              'Turn off wallets per country',
              'Retry once after a timeout, never twice',
            ],
          },
        ],
      },
      {
        title: 'Refunds in a minute',
        start: -50,
        due: 55,
        stage: 'build',
        health: 'on_track',
        slices: [
          {
            title: 'Refund without a phone call',
            about: 'refunds',
            issues: [
              'Rules a passenger can read',
              'Refund to the card that paid',
              'Cancelled crossings refund themselves',
              'Fraud check that costs the honest nothing',
              'Show where the money is',
            ],
          },
        ],
      },
      {
        title: 'New payment provider',
        start: 15,
        due: 210,
        stage: 'discovery',
        health: 'needs_attention',
        slices: [
          {
            title: 'Choose and contract',
            about: 'the payment provider',
            issues: [
              'Compare fees on last year’s purchases',
              'Ask three operators who moved',
              'Exit clause the board accepts',
            ],
          },
          {
            title: 'Move without a lost purchase',
            about: 'the move of payments',
            issues: [
              'Run both providers side by side',
              'Switch one percent at a time',
              'Move saved cards without asking for them again',
              'Switch back in five minutes',
            ],
          },
        ],
      },
    ],
  },
  {
    team: 'fleet',
    title: 'Sail on time in winter',
    why: 'Ice and dark cost us 312 delayed crossings last winter. Half of them were known the evening before.',
    color: red,
    area: 'operations',
    features: [
      {
        title: 'Weather-aware plan',
        start: -110,
        due: 15,
        stage: 'rollout',
        health: 'needs_attention',
        slices: [
          {
            title: 'Wind and ice limits per vessel',
            about: 'weather limits',
            issues: [
              'Limits of each vessel as data, signed by the captains',
              'Read the ice chart every six hours',
              'Propose the smaller vessel when the harbour freezes',
              'Tell dispatch the evening before',
              'Keep the reason with the decision',
            ],
          },
        ],
      },
      {
        title: 'Crew swaps by phone',
        start: -15,
        due: 75,
        stage: 'build',
        health: 'on_track',
        slices: [
          {
            title: 'Swap that respects the rest rules',
            about: 'crew swaps',
            issues: [
              'Eleven hours of rest, always',
              'Offer to those who hold the certificate',
              'Captain confirms with one tap',
              'Payroll sees the swap the same day',
            ],
          },
        ],
      },
    ],
  },
  {
    team: 'fleet',
    title: 'Burn less fuel',
    why: 'Fuel is a third of what a crossing costs. Slowing down by four percent saves nine.',
    color: green,
    area: 'operations',
    features: [
      {
        title: 'Speed advice on the bridge',
        start: -65,
        due: 100,
        stage: 'build',
        health: 'on_track',
        slices: [
          {
            title: 'Advice the captain wants to follow',
            about: 'speed advice',
            issues: [
              'One number, updated each minute',
              'Arrive in the window, not early',
              'Night colours for the bridge',
              'Log what was advised and what was sailed',
              'Trial with three captains on the long line',
            ],
          },
        ],
      },
      {
        title: 'Shore power at four piers',
        start: 60,
        due: null,
        stage: 'discovery',
        health: 'at_risk',
        slices: [
          {
            title: 'Permits and plugs',
            about: 'shore power',
            issues: [
              'Capacity from the grid operator',
              'Plug that fits three classes of vessel',
              'Grant application due in spring',
            ],
          },
        ],
      },
    ],
  },
  {
    team: 'platform',
    title: 'Deploy on a Friday afternoon',
    why: 'We release every second week and hold our breath. Small changes, any day, with a way back.',
    color: purple,
    area: 'delivery',
    features: [
      {
        title: 'Releases without downtime',
        start: -180,
        due: -45,
        stage: 'done',
        health: 'on_track',
        slices: [
          {
            title: 'Two versions side by side',
            about: 'side-by-side releases',
            issues: [
              'Database changes that both versions understand',
              'Drain connections before stopping',
              'Health check that tells the truth',
              'Roll back with one command',
            ],
          },
        ],
      },
      {
        title: 'Errors find their owner',
        start: -30,
        due: 60,
        stage: 'build',
        health: 'on_track',
        slices: [
          {
            title: 'From stack trace to team',
            about: 'error routing',
            issues: [
              'Owners file checked in review',
              'Group the same error across releases',
              'Page only for what a passenger notices',
              'Weekly list of the ten noisiest',
            ],
          },
        ],
      },
    ],
  },
  {
    team: 'platform',
    title: 'Accounts people trust',
    why: 'Passengers keep passes worth a month’s rent in their account.',
    color: orange,
    area: 'accounts',
    features: [
      {
        title: 'Sign in with a passkey',
        start: -55,
        due: 20,
        stage: 'rollout',
        health: 'on_track',
        slices: [
          {
            title: 'Passkeys beside passwords',
            about: 'passkeys',
            issues: [
              'Offer after the third sign-in, not the first',
              'Lose the phone, keep the account',
              'Support script for the call centre',
              'Measure how many come back to passwords',
            ],
          },
        ],
      },
      {
        title: 'Leave with your data',
        start: null,
        due: 120,
        stage: 'design',
        health: 'on_track',
        slices: [
          {
            title: 'Export and delete',
            about: 'data export',
            issues: [
              'Everything we hold in one readable file',
              'Delete within thirty days, except what the law keeps',
              'Confirm by mail, twice',
            ],
          },
        ],
      },
    ],
  },
  {
    team: 'platform',
    title: 'Ideas for next year',
    why: 'Not dated yet: these wait for the budget round.',
    color: blue,
    area: 'delivery',
    features: [
      {
        title: 'Open data for trip planners',
        start: null,
        due: null,
        stage: 'discovery',
        health: 'on_track',
        slices: [
          {
            title: 'Timetable as an open feed',
            about: 'the open feed',
            issues: ['Choose the feed format', 'Licence that lets others use it', 'Terms for live positions'],
          },
        ],
      },
      { title: 'Bicycles as passengers', start: null, due: null, stage: 'discovery', health: 'on_track', slices: [] },
    ],
  },
];

/** Which feature waits for which: title of the blocker, title of the blocked. */
export const blockers: readonly (readonly [string, string])[] = [
  ['Shared fare table', 'Joint island pass'],
  ['Joint island pass', 'Student and senior fares'],
  ['Counter tablet', 'Take down the old kiosks'],
  ['Refunds in a minute', 'New payment provider'],
  ['Live departures', 'Leave-home reminders'],
  ['Weather-aware plan', 'Speed advice on the bridge'],
  ['Sign in with a passkey', 'Leave with your data'],
];

/** Fields of the group's own: whom a theme is for, and the piers where its features show. */
export const customFields = {
  benefits: {
    name: 'Benefits',
    fieldType: 'SINGLE_SELECT',
    options: ['Commuters', 'Visitors', 'Crew', 'Harbour staff'],
  },
  piers: {
    name: 'Piers',
    fieldType: 'MULTI_SELECT',
    options: ['Skarhamn', 'North Quay', 'Lighthouse', 'Old Harbour'],
  },
} as const;

/** Whom the themes of an area are for. */
export const benefitsOf: Readonly<Record<string, (typeof customFields.benefits.options)[number]>> = {
  journey: 'Commuters',
  accessibility: 'Visitors',
  piers: 'Harbour staff',
  fares: 'Commuters',
  payments: 'Visitors',
  operations: 'Crew',
  accounts: 'Commuters',
};

/** Work that every slice has beside its own, so that a plan looks like a plan. */
export const commonIssues: readonly string[] = [
  'Agree what done means for {about}',
  'Measure {about} before and after',
  'Write the help page on {about}',
  'Load test {about} for a summer Saturday',
  'Review {about} with the harbour staff',
  'Watch {about} through the first week',
  'Collect what passengers say about {about}',
];

/** What people say; `@someone` becomes one of them. */
export const comments: readonly string[] = [
  'Tried it on the pier at Skarhamn this morning. Works in the rain, which is more than I can say for me.',
  '@someone could you look at the numbers before Thursday?',
  'Half of this is done on a branch; the other half waits for the test phones.',
  'I would rather do less here and do it well. **What can we leave out?**',
  'The call centre asked again. Moving this up.',
  'Measured on a five-year-old phone: 1.4 s before, 0.6 s after.',
  'Agreed in the planning. @someone takes it.',
  'Careful: the timetable of the northern line changes on the first of the month.',
];

export const labels = {
  stage: [
    { title: 'stage::discovery', color: '#6b7280' },
    { title: 'stage::design', color: '#694cc0' },
    { title: 'stage::build', color: '#1068bf' },
    { title: 'stage::rollout', color: '#9e5400' },
    { title: 'stage::done', color: '#217645' },
  ],
  priority: [
    { title: 'priority::high', color: '#c91c00' },
    { title: 'priority::medium', color: '#d99530' },
    { title: 'priority::low', color: '#6699cc' },
  ],
  plain: [
    { title: 'customer request', color: '#5843ad', description: 'A passenger or an operator asked for it' },
    { title: 'accessibility', color: '#0b6a73', description: 'Someone cannot use it as it is' },
    { title: 'security', color: '#b8261d', description: 'Handle with care' },
    { title: 'performance', color: '#8a6d3b', description: 'Faster, or with less' },
    { title: 'quick win', color: '#69a257', description: 'Less than a day' },
  ],
} as const;
