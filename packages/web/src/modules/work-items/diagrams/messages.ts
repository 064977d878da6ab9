import { defineMessages } from '../../../ui/text/messages.ts';

/** Messages beside diagrams. */
export const diagramMessages = defineMessages({
  name: { id: 'diagrams.name', defaultMessage: 'Diagram: {kind}' },
  nameless: { id: 'diagrams.nameless', defaultMessage: 'Diagram' },
  showSource: { id: 'diagrams.showSource', defaultMessage: 'Show source' },
  hideSource: { id: 'diagrams.hideSource', defaultMessage: 'Hide source' },
  copySource: { id: 'diagrams.copySource', defaultMessage: 'Copy source' },
  copied: { id: 'diagrams.copied', defaultMessage: 'Source copied' },
  notCopied: {
    id: 'diagrams.notCopied',
    defaultMessage: 'Your browser does not allow copying. Select the source instead.',
  },
  drawing: { id: 'diagrams.drawing', defaultMessage: 'Drawing…' },
  large: {
    id: 'diagrams.large',
    defaultMessage: 'This diagram is large ({count, number} characters). Drawing it may take a while.',
  },
  draw: { id: 'diagrams.draw', defaultMessage: 'Draw diagram' },
  tooLarge: {
    id: 'diagrams.tooLarge',
    defaultMessage: 'This diagram is too large to draw: {count, number} characters, the maximum is {most, number}.',
  },
  mistaken: { id: 'diagrams.mistaken', defaultMessage: 'This diagram has a syntax error.' },
  slow: { id: 'diagrams.slow', defaultMessage: 'This diagram takes too long to draw.' },
  unreachable: { id: 'diagrams.unreachable', defaultMessage: 'Could not draw the diagram.' },
});
