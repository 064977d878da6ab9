import type { NamespaceRef } from '../../../platform/api/endpoints.ts';
import type { SaveField } from '../../../modules/work-items/sidebar/save.ts';
import type { IssueView } from '../data/api.ts';

/** The props of each field in the sidebar of an issue. */
export interface FactProps {
  issue: IssueView;
  fullPath: string;
  home: NamespaceRef;
  mayEdit: boolean;
  save: SaveField<IssueView>;
}
