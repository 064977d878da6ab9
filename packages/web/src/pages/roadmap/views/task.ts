/** What a menu delegates to a dialog. */
export type ToolTask =
  | { kind: 'links'; canPublish: boolean }
  | { kind: 'feeds' }
  | { kind: 'snapshot' }
  | { kind: 'image'; format: 'svg' | 'png' | 'pdf' };
