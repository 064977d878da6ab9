/**
 * Paths that the server hands to its pages, which know none themselves. `{fullPath}` stands for the full path of a group or project.
 * What belongs to one work item is below that item's own path, which comes with the item.
 */
export interface Endpoints {
  graphql: string;
  /** The root of the REST API; what is below it is published. */
  rest: string;
  /** The event stream of changes. */
  live: string;
  readiness: string;
  signOut: string;
  abuseReports: string;
  /** Projects that the viewer used. */
  frequentItems: string;
  /** What the endpoints of a group or project are below: suggestions, previews, description templates. */
  group: string;
  project: string;
  groupUploads: string;
  projectUploads: string;
}
