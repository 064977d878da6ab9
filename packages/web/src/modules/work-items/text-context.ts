import type { WorkItemType } from '@milepost/core/work-items';
import { endpoint, type NamespaceKind } from '../../platform/api/endpoints.ts';

/** Where a text stands and what it is of: what it may point at and which quick actions it may hold depend on that. */
export interface TextContext {
  kind: NamespaceKind;
  fullPath: string;
  type: WorkItemType;
  /** Null for an item that is being made. */
  iid: number | null;
  /** Narrows suggested issues and epics to confidential ones. */
  isConfidential?: boolean | undefined;
}

/** What the endpoints of a group or project begin with. */
export function endpointOf({ kind, fullPath }: Pick<TextContext, 'kind' | 'fullPath'>): string {
  return endpoint(kind, fullPath);
}

/** The context of the text of an item whose page is at this path: `/group/project/-/issues/12`. */
export function textContextOf(webPath: string, type: WorkItemType): TextContext {
  const match = /^\/(groups\/)?(.+)\/-\/\w+\/(\d+)$/.exec(webPath);
  return {
    kind: match?.[1] === undefined ? 'project' : 'group',
    fullPath: match?.[2] ?? '',
    type,
    iid: match?.[3] === undefined ? null : Number(match[3]),
  };
}
