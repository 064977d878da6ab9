import { digitsOf } from '@milepost/core/global-ids';
import { byTitle } from '@milepost/core/label-selection';
import type { NamespaceKind, NamespaceRef } from '../../platform/api/endpoints.ts';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { ServerError } from '../../platform/api/errors.ts';
import { accepted, request } from '../../platform/api/graphql.ts';
import { sendJson } from '../../platform/api/http.ts';
import { restPages, restPath } from '../../platform/api/rest.ts';
import { graphql } from '../../gen/gql.ts';

/** A label as REST returns it. */
export interface RestLabel {
  id: number;
  name: string;
  color: string;
  text_color: string;
  description: string | null;
  /** Whether the viewer is subscribed to items that get it. */
  subscribed?: boolean;
  open_issues_count?: number;
  closed_issues_count?: number;
  open_epics_count?: number;
  archived?: boolean;
  /** Of a project's label; lower comes first. */
  priority?: number | null;
  /** The group or project that it belongs to. */
  origin?: { kind: NamespaceKind; full_path: string };
}

export interface LabelFields {
  title: string;
  color: string;
  description: string;
}

export const labelsKey = ({ kind, fullPath }: NamespaceRef) => ['labels', kind, fullPath] as const;

const pathIn = ({ kind, fullPath }: NamespaceRef, rest = ''): string =>
  restPath(`/${kind}s/${encodeURIComponent(fullPath)}/labels${rest}`);

export async function addLabel(namespace: NamespaceRef, { title, color, description }: LabelFields): Promise<void> {
  await sendJson(pathIn(namespace), { method: 'POST', body: { name: title, color, description } });
}

export interface LabelChanges {
  new_name?: string;
  color?: string;
  description?: string;
  archived?: boolean;
  priority?: number | null;
}

export async function changeLabel(namespace: NamespaceRef, id: number, changes: LabelChanges): Promise<void> {
  await sendJson(pathIn(namespace, `/${id}`), { method: 'PUT', body: changes });
}

export async function deleteLabel(namespace: NamespaceRef, id: number): Promise<void> {
  await sendJson(pathIn(namespace, `/${id}`), { method: 'DELETE' });
}

export async function promoteLabel(namespace: NamespaceRef, id: number): Promise<void> {
  await sendJson(pathIn(namespace, `/${id}/promote`), { method: 'PUT' });
}

/** Writes the priorities of these labels, first to last, as far as they change; `without` gets none. */
export async function saveLabelOrder(
  namespace: NamespaceRef,
  order: readonly RestLabel[],
  without: RestLabel | null = null,
): Promise<void> {
  for (const [at, { id, priority }] of order.entries()) {
    // One after the other: the order stays the same if one of them fails.
    if (priority !== at + 1) await changeLabel(namespace, id, { priority: at + 1 });
  }
  if (without) await changeLabel(namespace, without.id, { priority: null });
}

/** The labels that can be used in a group or project, those from above included. */
export function labelsPages(kind: NamespaceKind, fullPath: string, search: string) {
  return restPages<RestLabel>(['labels', kind, fullPath, search], `/${kind}s/${encodeURIComponent(fullPath)}/labels`, {
    search,
    with_counts: true,
    order_by: 'group',
    per_page: 100,
  });
}

/** Subscribes or unsubscribes the viewer. Idempotent. */
export async function setLabelSubscribed({ kind, fullPath }: NamespaceRef, id: number, wanted: boolean): Promise<void> {
  const verb = wanted ? 'subscribe' : 'unsubscribe';
  await sendJson(restPath(`/${kind}s/${encodeURIComponent(fullPath)}/labels/${id}/${verb}`), { method: 'POST' });
}

/** A label as pages show it. */
export interface ShownLabel {
  /** `gid://gitlab/Label/7`, whichever of its kinds it is: see `labelGid`. */
  id: string;
  title: string;
  color: string;
  description?: string | null;
}

/** A label has two global ids, of a group label and of a project label; both name the same label. */
export const labelGid = (id: string | number): string =>
  `gid://gitlab/Label/${typeof id === 'number' ? id : digitsOf(id)}`;

/** The labels that an item of this namespace can have, by title. */
export function labelChoices(namespace: NamespaceRef, search: string) {
  return queryOptions({
    queryKey: ['label-choices', namespace.kind, namespace.fullPath, search],
    queryFn: async ({ signal }): Promise<ShownLabel[]> => {
      const path = `/${namespace.kind}s/${encodeURIComponent(namespace.fullPath)}/labels`;
      const parameters = { search, include_ancestor_groups: true, archived: false, per_page: 100 };
      const sent = await sendJson<RestLabel[]>(restPath(path, parameters), { signal });
      return byTitle(
        sent.map(({ id, name, color, description }) => ({ id: labelGid(id), title: name, color, description })),
      );
    },
    staleTime: 60_000,
  });
}

const createLabelDocument = graphql(`
  mutation createLabel($title: String!, $color: String, $projectPath: ID, $groupPath: ID) {
    labelCreate(input: { title: $title, color: $color, projectPath: $projectPath, groupPath: $groupPath }) {
      errors
      label {
        id
        title
        color
        description
      }
    }
  }
`);

/**
 * Creates a label in the item's namespace and adds it to the cached list, by title. Throws ChangeRefusedError with the server's
 * messages, and ServerError for a response without an id.
 */
export async function createLabel(
  client: QueryClient,
  namespace: NamespaceRef,
  wanted: { title: string; color: string },
): Promise<ShownLabel> {
  const where = namespace.kind === 'group' ? { groupPath: namespace.fullPath } : { projectPath: namespace.fullPath };
  const { labelCreate } = await request(createLabelDocument, { ...wanted, ...where });
  const { id, ...made } = accepted(labelCreate, 'label');
  if (!id) throw new ServerError('The label has no id', 200);
  const label = { ...made, id: labelGid(id) };
  const { queryKey } = labelChoices(namespace, '');
  client.setQueryData(queryKey, (kept) => kept && byTitle([...kept.filter((each) => each.id !== label.id), label]));
  return label;
}
