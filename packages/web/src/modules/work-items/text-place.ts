import type { WorkItemType } from '@milepost/core/work-items';
import { endpoint } from '../../platform/api/endpoints.ts';

/** Where a text stands and what it is of: what it may point at and which quick actions it may hold depend on that. */
export interface TextPlace {
  kind: 'group' | 'project';
  fullPath: string;
  type: WorkItemType;
  /** Null for an item that is being made. */
  iid: number | null;
  /** Narrows suggested issues and epics to confidential ones. */
  isConfidential?: boolean | undefined;
}

/** What the endpoints of a group or project begin with. */
export function placePath({ kind, fullPath }: Pick<TextPlace, 'kind' | 'fullPath'>): string {
  return endpoint(kind, fullPath);
}

/** The place of a text of the item whose page is at this path: `/group/project/-/issues/12`. */
export function placeOfItem(webPath: string, type: WorkItemType): TextPlace {
  const match = /^\/(groups\/)?(.+)\/-\/\w+\/(\d+)$/.exec(webPath);
  return {
    kind: match?.[1] === undefined ? 'project' : 'group',
    fullPath: match?.[2] ?? '',
    type,
    iid: match?.[3] === undefined ? null : Number(match[3]),
  };
}
