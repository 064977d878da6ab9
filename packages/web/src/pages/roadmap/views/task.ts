import type { ListedView } from './api.ts';

/** What a menu delegates to a dialog. */
export type ToolTask =
  | { kind: 'save'; canShare: boolean }
  | { kind: 'rename'; view: ListedView }
  | { kind: 'links'; canPublish: boolean }
  | { kind: 'feeds' }
  | { kind: 'image'; format: 'svg' | 'png' | 'pdf' };
