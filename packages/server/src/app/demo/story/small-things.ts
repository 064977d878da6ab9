import type { Area } from './plan.ts';

/** Dependencies of features: title of the blocker, title of the blocked. */
export const blockers: readonly (readonly [string, string])[] = [
  ['Shared fare table', 'Joint island pass'],
  ['Joint island pass', 'Student and senior fares'],
  ['Counter tablet', 'Take down the old kiosks'],
  ['Refunds in a minute', 'New payment provider'],
  ['Live departures', 'Leave-home reminders'],
  ['Weather-aware plan', 'Speed advice on the bridge'],
  ['Sign in with a passkey', 'Leave with your data'],
];

/** Custom fields of the group: the audience of a theme, and the piers of a feature. */
export const customFields = {
  benefits: {
    name: 'Benefits',
    fieldType: 'SINGLE_SELECT',
    options: ['Commuters', 'Visitors', 'Crew', 'Harbor staff'],
  },
  piers: {
    name: 'Piers',
    fieldType: 'MULTI_SELECT',
    options: ['Skarhamn', 'North Quay', 'Lighthouse', 'Old Harbor'],
  },
} as const;

/** The audience of the themes of an area. */
export const benefitsOf: Readonly<Record<Area, (typeof customFields.benefits.options)[number]>> = {
  passengers: 'Commuters',
  ticketing: 'Visitors',
  fleet: 'Crew',
  platform: 'Harbor staff',
};

/** Work that every slice has in addition to its own, for realistic numbers. */
export const commonIssues: readonly string[] = [
  'Agree what done means for {about}',
  'Measure {about} before and after',
  'Write the help page on {about}',
  'Load test {about} for a summer Saturday',
  'Review {about} with the harbor staff',
  'Watch {about} through the first week',
  'Collect what passengers say about {about}',
];

/** Comments; `@someone` is replaced by one of the people. */
export const comments: readonly string[] = [
  'Tried it on the pier at Skarhamn this morning. Works in the rain, which is more than I can say for me.',
  '@someone could you look at the numbers before Thursday?',
  'Half of this is done on a branch; the other half waits for the test phones.',
  'I would rather do less here and do it well. **What can we leave out?**',
  'The call center asked again. Moving this up.',
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
