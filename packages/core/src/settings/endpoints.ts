/**
 * Paths that the server hands to its pages; the pages hard-code none. `{fullPath}` is replaced by the full path of a group or
 * project. Endpoints of one work item are below the item's own path, which is sent with the item.
 */
export interface Endpoints {
  graphql: string;
  /** The root of the published REST API. */
  rest: string;
  /** The event stream of changes. */
  live: string;
  readiness: string;
  signOut: string;
  abuseReports: string;
  /** Projects that the viewer used recently. */
  frequentItems: string;
  /** The base of the endpoints of a group or project: suggestions, previews, description templates. */
  group: string;
  project: string;
  groupUploads: string;
  projectUploads: string;
}
