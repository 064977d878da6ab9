import { setSession } from '../../platform/session/session.ts';

/** Answers of the server for tests of the tree. */
export const nothing = { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } };
const group = { id: 'gid://gitlab/Group/4', fullName: 'Kubernetes / sig-node', fullPath: 'kubernetes/sig-node' };
const label = { id: 'l', title: 'sig::node', color: '#1068bf', description: '' };

export function signedIn(): void {
  setSession({ viewer: { id: 1, username: 'vera', name: 'Vera Lindqvist', avatarUrl: null, isAdmin: false } });
}

/** The epic whose tree it is. */
export const treeFacts = (rest: object = {}) => ({
  iid: '59',
  title: 'In-place update',
  state: 'opened',
  confidential: false,
  allowSubEpics: true,
  group,
  userPermissions: { adminEpic: true, adminEpicRelation: true, readEpicRelation: true },
  descendantCounts: { openedEpics: 1, closedEpics: 1, openedIssues: 2, closedIssues: 3 },
  descendantWeightSum: { openedIssues: 1, closedIssues: 3 },
  healthStatus: null,
  defaultProjectForIssueCreation: null,
  ...rest,
});

export const childEpic = (iid: string, rest: object = {}) => ({
  id: `gid://gitlab/Epic/${iid}`,
  iid,
  title: `Epic ${iid}`,
  state: 'opened',
  color: '#1068bf',
  confidential: false,
  blocked: false,
  webPath: `/groups/kubernetes/sig-node/-/epics/${iid}`,
  reference: `kubernetes/sig-node&${iid}`,
  relationPath: `/groups/kubernetes/sig-node/-/epics/59/links/${iid}`,
  userPermissions: { adminEpic: true, adminEpicRelation: true, readEpicRelation: true },
  hasChildren: false,
  hasIssues: false,
  allowSubEpics: true,
  relativePosition: Number(iid),
  startDate: null,
  dueDate: null,
  group,
  labels: { nodes: [label] },
  descendantWeightSum: { openedIssues: 2, closedIssues: 6 },
  descendantCounts: { openedEpics: 0, closedEpics: 0, openedIssues: 1, closedIssues: 1 },
  healthStatus: null,
  ...rest,
});

export const childIssue = (iid: string, rest: object = {}) => ({
  id: `gid://gitlab/Issue/${iid}`,
  epicIssueId: `gid://gitlab/EpicIssue/${iid}`,
  iid,
  type: 'ISSUE',
  title: `Issue ${iid}`,
  state: 'opened',
  confidential: false,
  blocked: false,
  webPath: `/kubernetes/enhancements/-/issues/${iid}`,
  reference: `kubernetes/enhancements#${iid}`,
  relationPath: `/groups/kubernetes/sig-node/-/epics/59/issues/${iid}`,
  userPermissions: { adminIssue: true },
  hasChildren: false,
  relativePosition: Number(iid),
  healthStatus: null,
  weight: null,
  dueDate: null,
  milestone: null,
  assignees: { nodes: [{ id: 'u', name: 'Nadia Sato', username: 'nadia', avatarUrl: null }] },
  labels: { nodes: [label] },
  ...rest,
});

export interface Children {
  facts?: object;
  epics?: readonly object[];
  /** Null if the page was not requested. */
  issues?: readonly object[] | null;
  epicCursor?: string | null;
}

/** One page of children, as `childItems` answers. */
export function childrenAnswer({ facts, epics = [], issues = [], epicCursor = null }: Children) {
  const children = { nodes: epics, pageInfo: { hasNextPage: epicCursor !== null, endCursor: epicCursor } };
  const epic = {
    id: 'gid://gitlab/Epic/59',
    ...facts,
    children,
    ...(issues && { issues: { ...nothing, nodes: issues } }),
  };
  return { group: { id: group.id, epic } };
}
