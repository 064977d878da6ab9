import { epicColors, type Theme } from './plan.ts';

const { green, red } = epicColors;

/** Work of the fleet teams. */
export const fleetThemes: readonly Theme[] = [
  {
    team: 'fleet',
    title: 'Sail on time in winter',
    why: 'Ice and dark cost us 312 delayed crossings last winter. Half of them were known the evening before.',
    color: red,
    area: 'fleet',
    health: 'needs_attention',
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
              'Propose the smaller vessel when the harbor freezes',
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
    area: 'fleet',
    health: 'on_track',
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
              'Night colors for the bridge',
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
];
