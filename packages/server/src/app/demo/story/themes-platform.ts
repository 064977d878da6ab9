import { epicColors, type Theme } from './plan.ts';

const { blue, orange, purple } = epicColors;

/** Work of the platform team. */
export const platformThemes: readonly Theme[] = [
  {
    team: 'platform',
    title: 'Deploy on a Friday afternoon',
    why: 'We release every second week and hold our breath. Small changes, any day, with a way back.',
    color: purple,
    area: 'platform',
    health: 'on_track',
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
    area: 'platform',
    health: 'on_track',
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
              'Support script for the call center',
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
    area: 'platform',
    health: null,
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
            issues: ['Choose the feed format', 'License that lets others use it', 'Terms for live positions'],
          },
        ],
      },
      { title: 'Bicycles as passengers', start: null, due: null, stage: 'discovery', health: 'on_track', slices: [] },
    ],
  },
];
