import { epicColors, type Theme } from './plan.ts';

const { blue, orange, purple } = epicColors;

/** Work of the rider app team. */
export const riderAppThemes: readonly Theme[] = [
  {
    team: 'rider-app',
    title: 'Catch the next boat without waiting',
    why: 'Passengers reach the pier on average eleven minutes early, because they do not trust the timetable. They should leave home when it is time.',
    color: blue,
    area: 'passengers',
    health: 'on_track',
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
              'Cancel the reminder when the crossing is canceled',
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
    area: 'passengers',
    health: 'needs_attention',
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
    area: 'passengers',
    health: 'on_track',
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
              'Agree the order with the harbor masters',
              'Wipe and recycle the hardware',
              'Signs that say where to buy instead',
            ],
          },
        ],
      },
    ],
  },
];
