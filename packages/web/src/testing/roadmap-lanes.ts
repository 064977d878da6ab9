/** A lane of the label scope `stage`, as the server sends it. */
export const lane = (value: string | null, count: number, more: object = {}) => ({
  key: `LABEL%3Astage=${value ?? ''}`,
  value,
  title: value && `stage::${value}`,
  color: '#1068bf',
  count,
  closed: 1,
  overdue: 2,
  health: { onTrack: 3, needsAttention: 0, atRisk: 1, none: 0 },
  progress: { percentage: 56 },
  startDate: '2025-07-07',
  dueDate: '2025-08-31',
  lacksStartDate: false,
  lacksDueDate: true,
  shades: Array.from({ length: 14 }, (_, index) => index % 3),
  epic: null,
  lanes: null,
  ...more,
});

/** A page of lanes; `endCursor` where others follow. */
export const lanesAnswer = (nodes: readonly object[], endCursor: string | null = null) => ({
  group: {
    id: 'gid://gitlab/Group/1',
    name: 'Kubernetes',
    epicLanes: { nodes, pageInfo: { hasNextPage: endCursor !== null, endCursor } },
  },
});
