import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Real planning data as two archives with expected facts; see the files beside it for origin and license. */
const folder = join(import.meta.dirname, '../../testdata/kubernetes');
const stamp = '2026-07-24_23-57-000';

export const kubernetesArchives = {
  group: join(folder, `${stamp}_kubernetes_export.tar.gz`),
  project: join(folder, `${stamp}_kubernetes_enhancements_export.tar.gz`),
};

interface Narrowed {
  name: string;
  scope: string;
  parentless?: boolean;
  state?: 'opened' | 'closed';
  from?: string;
  to?: string;
  all_of?: string[];
  any_of?: string[];
  none_of?: string[];
  author?: string;
  assignee?: string;
  milestone?: string;
  no_milestone?: boolean;
}

interface Row {
  ref: string;
  title: string;
  state: string;
  start_date: string | null;
  due_date: string | null;
}

type Searched = `${'title' | 'description' | 'title_or_description'}_${'substring' | 'word'}`;
type Windowed = `${'all' | 'parentless'}_${'opened' | 'closed' | 'any_state'}`;

/** `facts.json`: the expected result of an import. */
export interface KubernetesFacts {
  projects: { archive_suffix: string; path: string }[];
  counts: Record<string, unknown>;
  windows: (Narrowed & Record<Windowed, number>)[];
  first: (Narrowed & {
    sort: 'start_date' | 'due_date';
    order: 'asc' | 'desc';
    limit: number;
    count: number;
    values: (string | null)[];
    rows: Row[];
    ties_at_the_end?: string[];
  })[];
  filters: (Narrowed & { type: 'epic' | 'issue'; count: number; refs: string[] })[];
  search: (Narrowed & { term: string; type: 'epic' | 'issue'; title_refs: string[] } & Record<Searched, number>)[];
  task_items: (Narrowed & {
    type: 'epic' | 'issue';
    pick?: 'largest' | 'half_done';
    limit: number;
    rows: { ref: string; title: string; total: number; completed: number }[];
  })[];
  labels: { label: string; defined: number; color: string; [counted: string]: number | string }[];
  milestones: { milestone: string; group: string; [fact: string]: unknown }[];
  trees: (Row & {
    due_is_fixed: boolean;
    labels: string[];
    parent: string | null;
    children: Row[];
    child_count: number;
    issues: string[];
    issue_count: number;
    issues_closed: number;
    linked: Record<'relates_to' | 'blocks' | 'is_blocked_by', string[]>;
  })[];
}

export function readKubernetesFacts(): KubernetesFacts {
  return JSON.parse(readFileSync(join(folder, 'facts.json'), 'utf8')) as KubernetesFacts;
}
