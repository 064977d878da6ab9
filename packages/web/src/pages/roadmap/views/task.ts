/** The kinds of files that are drawn; `slides` is a PDF as well. */
export type ImageFormat = 'svg' | 'png' | 'pdf' | 'slides';

/** What a menu delegates to a dialog. */
export type ToolTask =
  | { kind: 'links'; canPublish: boolean }
  | { kind: 'feeds' }
  | { kind: 'snapshot' }
  | { kind: 'present' }
  | { kind: 'image'; format: ImageFormat };
