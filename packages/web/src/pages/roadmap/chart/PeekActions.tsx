import { useQueryClient } from '@tanstack/react-query';
import { Link2, Rows3 } from 'lucide-react';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { useIntl } from 'react-intl';
import { usePeekTools } from '../../../modules/work-items/peek/peek-tools.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { MenuAt, MenuItem } from '../../../ui/overlay/Menu.tsx';
import { defineMessages } from '../../../ui/text/messages.ts';
import { ConnectMenu } from '../connect/ConnectMenu.tsx';
import { type EpicRowData, epicRows, type ListRow } from '../data/rows.ts';
import { laneDrop, lanesAt, leafLanes } from '../drag/lane-drop.ts';
import type { MoveStore } from '../drag/moves.ts';
import { saveDrag, saverOf } from '../drag/saver.ts';
import { useLaneTexts } from '../drag/use-lane-texts.ts';

const messages = defineMessages({
  moveToLane: { id: 'roadmap.peek.moveToLane', defaultMessage: 'Move to lane…' },
  lanes: { id: 'roadmap.peek.lanes', defaultMessage: 'Lanes' },
  dependencies: { id: 'roadmap.peek.dependencies', defaultMessage: 'Dependencies…' },
});

export interface PeekActionsProps {
  row: EpicRowData;
  rows: readonly ListRow[];
  moves: MoveStore;
}

/** At the end of the peek: what is done by dragging where there is room for it. */
export function PeekActions({ row, rows, moves }: PeekActionsProps) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const { value } = useLaneTexts();
  const [menu, setMenu] = useState<{ kind: 'lanes' | 'links'; anchor: HTMLElement } | null>(null);
  const tools = usePeekTools();
  const { epic, lane } = row;
  const own = lane ? lanesAt(rows, lane.headerIndex) : [];
  const drops = leafLanes(rows).flatMap((path) => {
    const drop = laneDrop(own, path);
    return drop && drop.refused === null ? [drop] : [];
  });
  const close = (): void => {
    menu?.anchor.focus();
    setMenu(null);
  };
  if (!tools) return null;
  return createPortal(
    <>
      {drops.length > 0 && (
        <Button
          icon={Rows3}
          aria-haspopup="menu"
          aria-expanded={menu?.kind === 'lanes'}
          onClick={({ currentTarget }) => setMenu({ kind: 'lanes', anchor: currentTarget })}
        >
          {formatMessage(messages.moveToLane)}
        </Button>
      )}
      <Button
        icon={Link2}
        aria-haspopup="menu"
        aria-expanded={menu?.kind === 'links'}
        onClick={({ currentTarget }) => setMenu({ kind: 'links', anchor: currentTarget })}
      >
        {formatMessage(messages.dependencies)}
      </Button>
      {menu?.kind === 'lanes' && (
        <MenuAt anchor={menu.anchor} label={formatMessage(messages.lanes)} onClose={close}>
          {drops.map((drop) => (
            <MenuItem
              key={drop.toKey}
              onSelect={() => {
                const { area } = moves;
                if (area)
                  saveDrag(saverOf(moves, client, area), { epic, grip: 'move', span: epic.span, x: null, lane: drop });
              }}
            >
              {value(drop.to)}
            </MenuItem>
          ))}
        </MenuAt>
      )}
      {menu?.kind === 'links' && (
        <ConnectMenu
          anchor={menu.anchor}
          epic={epic}
          ends={epicRows(rows).map((each) => each.epic)}
          onConnect={(blocker, blocked) => moves.connect(blocker, blocked)}
          onClose={close}
        />
      )}
    </>,
    tools,
  );
}
