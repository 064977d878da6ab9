import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { type Layout, layouts } from '@milepost/core/roadmap/ranges';
import { session } from '../../../platform/session/session.ts';
import { useShortcuts } from '../../../platform/shortcuts/use-shortcuts.ts';
import { defineMessages, undoLabel } from '../../../ui/text/messages.ts';
import { chartMessages } from '../messages/chart.ts';
import { layoutMessages } from '../messages/layouts.ts';

const messages = defineMessages({
  earlier: { id: 'roadmap.keyEarlier', defaultMessage: 'Show earlier dates' },
  later: { id: 'roadmap.keyLater', defaultMessage: 'Show later dates' },
  today: { id: 'roadmap.keyToday', defaultMessage: 'Go to today' },
  nextRow: { id: 'roadmap.keyNextRow', defaultMessage: 'Next epic' },
  previousRow: { id: 'roadmap.keyPreviousRow', defaultMessage: 'Previous epic' },
  openRow: { id: 'roadmap.keyOpenRow', defaultMessage: 'Expand the row, then go to its first child' },
  closeRow: { id: 'roadmap.keyCloseRow', defaultMessage: 'Collapse the row' },
  enter: { id: 'roadmap.keyEnter', defaultMessage: 'Open the epic' },
  peek: { id: 'roadmap.keyPeek', defaultMessage: 'Open the epic in the side peek' },
  blockers: { id: 'roadmap.keyBlockers', defaultMessage: 'Show blocking items' },
  moveEarlier: { id: 'roadmap.keyMoveEarlier', defaultMessage: 'Move the bar one day earlier' },
  moveLater: { id: 'roadmap.keyMoveLater', defaultMessage: 'Move the bar one day later' },
  laneAbove: { id: 'roadmap.keyLaneAbove', defaultMessage: 'Move the epic to the lane above' },
  laneBelow: { id: 'roadmap.keyLaneBelow', defaultMessage: 'Move the epic to the lane below' },
  draw: { id: 'roadmap.keyDraw', defaultMessage: 'New epic at the start of the visible range' },
  connect: { id: 'roadmap.keyConnect', defaultMessage: 'Connect the epic with another' },
});

export interface ChartKeysProps {
  scroll(where: 'earlier' | 'later' | 'today'): void;
  zoom(step: 'in' | 'out' | 'fit'): void;
  choose(layout: Layout): void;
}

/** The shortcuts of the chart and, for the help, those of its rows, which handle them themselves (keys.ts, drag/keys.ts). */
export function ChartKeys({ scroll, zoom, choose }: ChartKeysProps): null {
  const { formatMessage } = useIntl();
  const ofRows = useMemo(
    () =>
      [
        { keys: '↓', title: messages.nextRow },
        { keys: '↑', title: messages.previousRow },
        { keys: '→', title: messages.openRow },
        { keys: '←', title: messages.closeRow },
        { keys: 'Enter', title: messages.peek },
        { keys: 'o', title: messages.peek },
        { keys: 'Ctrl+Enter', title: messages.enter },
        { keys: 'b', title: messages.blockers },
        ...(session().viewer
          ? [
              { keys: 'Alt+←', title: messages.moveEarlier },
              { keys: 'Alt+→', title: messages.moveLater },
              { keys: 'Alt+↑', title: messages.laneAbove },
              { keys: 'Alt+↓', title: messages.laneBelow },
              { keys: 'n', title: messages.draw },
              { keys: 'Shift+F10', title: messages.connect },
            ]
          : []),
        { keys: 'Ctrl+Z', title: undoLabel },
      ].map(({ keys, title }) => ({ keys, title: formatMessage(title) })),
    [formatMessage],
  );
  useShortcuts([
    { keys: '[', title: formatMessage(messages.earlier), perform: () => scroll('earlier') },
    { keys: ']', title: formatMessage(messages.later), perform: () => scroll('later') },
    { keys: 't', title: formatMessage(messages.today), perform: () => scroll('today') },
    // `=` is the same key without Shift on most keyboards.
    { keys: '+', also: '=', title: formatMessage(chartMessages.zoomIn), perform: () => zoom('in') },
    { keys: '-', title: formatMessage(chartMessages.zoomOut), perform: () => zoom('out') },
    { keys: '0', title: formatMessage(chartMessages.fitAll), perform: () => zoom('fit') },
    ...layouts.map((layout, index) => ({
      keys: String(index + 1),
      title: formatMessage(layoutMessages[layout]),
      perform: () => choose(layout),
    })),
    ...ofRows,
  ]);
  return null;
}
