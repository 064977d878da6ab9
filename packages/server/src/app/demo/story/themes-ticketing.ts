import { epicColors, type Theme } from './plan.ts';

const { blue, green } = epicColors;

/** Work of the ticketing team. */
export const ticketingThemes: readonly Theme[] = [
  {
    team: 'ticketing',
    title: 'One pass for every island',
    why: 'Five operators, five passes, none valid on the other boats. The region pays for a joint pass from next season on.',
    color: green,
    area: 'ticketing',
    health: 'at_risk',
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
    area: 'ticketing',
    health: 'needs_attention',
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
              'Canceled crossings refund themselves',
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
];
