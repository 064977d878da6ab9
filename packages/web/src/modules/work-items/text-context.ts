import type { WorkItemType } from '@milepost/core/work-items';
import { endpoint, type NamespaceKind } from '../../platform/api/endpoints.ts';

/** The item and namespace of a text: they determine its references and quick actions. */
export interface TextContext {
  kind: NamespaceKind;
  fullPath: string;
  type: WorkItemType;
  /** Null for a new item. */
  iid: number | null;
  /** False where lines such as `/close` are not run: they are not suggested. */
  hasActions?: boolean | undefined;
  /** Narrows suggested issues and epics to confidential ones. */
  isConfidential?: boolean | undefined;
}

/** The prefix of the endpoints of a group or project. */
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
