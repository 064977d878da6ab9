import { restPages } from '../../app/rest.ts';

/** A label as REST shows it. */
export interface RestLabel {
  id: number;
  name: string;
  color: string;
  text_color: string;
  description: string | null;
  open_issues_count?: number;
  closed_issues_count?: number;
}

/** The labels that can be used in a group or project, those from above included. */
export function labelsPages(kind: 'group' | 'project', fullPath: string, search: string) {
  return restPages<RestLabel>(['labels', kind, fullPath, search], `/${kind}s/${encodeURIComponent(fullPath)}/labels`, {
    search,
    with_counts: true,
    per_page: 50,
  });
}
