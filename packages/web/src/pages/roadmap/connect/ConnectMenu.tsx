import { digitsOf } from '@milepost/core/global-ids';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useSearched } from '../../../platform/api/use-searched.ts';
import { referenceSuggestions } from '../../../modules/work-items/references/suggestions.ts';
import { MenuAt, MenuItem } from '../../../ui/overlay/Menu.tsx';
import { Picker } from '../../../ui/overlay/Picker.tsx';
import { WorkItemIcon } from '../../../modules/work-items/WorkItemIcon.tsx';
import type { RoadmapEpic } from '../data/epic.ts';
import type { ConnectEnd } from '../drag/moves.ts';
import type { LaneDrop } from '../drag/lane-drop.ts';
import { useLaneTexts } from '../drag/use-lane-texts.ts';
import { connectMessages as messages } from './messages.ts';

export interface ConnectMenuProps {
  anchor: Element;
  epic: RoadmapEpic;
  /** The epics that have rows: their links are known. */
  ends: readonly ConnectEnd[];
  /** The lanes that it could be moved to. */
  lanes?: readonly LaneDrop[];
  onLane?: (drop: LaneDrop) => void;
  onConnect: (blocker: ConnectEnd, blocked: ConnectEnd) => void;
  /** Also returns the focus. */
  onClose: () => void;
}

/** What dragging does, without dragging: “Blocks…” and “Blocked by…”, each with a list of epics, and “Move to lane…”. */
export function ConnectMenu({ anchor, epic, ends, lanes, onLane, onConnect, onClose }: ConnectMenuProps) {
  const { formatMessage } = useIntl();
  const [choice, setChoice] = useState<'blocks' | 'blockedBy' | 'lane' | null>(null);
  const { title } = epic;
  if (choice === null) {
    return (
      <MenuAt anchor={anchor} label={formatMessage(messages.menu, { title })} onClose={onClose}>
        <MenuItem keepsOpen onSelect={() => setChoice('blocks')}>
          {formatMessage(messages.blocks)}
        </MenuItem>
        <MenuItem keepsOpen onSelect={() => setChoice('blockedBy')}>
          {formatMessage(messages.blockedBy)}
        </MenuItem>
        {lanes && lanes.length > 0 && (
          <MenuItem keepsOpen onSelect={() => setChoice('lane')}>
            {formatMessage(messages.moveToLane)}
          </MenuItem>
        )}
      </MenuAt>
    );
  }
  if (choice === 'lane' && lanes) {
    const label = formatMessage(messages.chooseLane, { title });
    const pickLane = (drop: LaneDrop): void => {
      onClose();
      onLane?.(drop);
    };
    return <LanePicker anchor={anchor} label={label} lanes={lanes} onPick={pickLane} onClose={onClose} />;
  }
  const pick = (other: ConnectEnd): void => {
    onClose();
    const known = ends.find(({ id }) => id === other.id) ?? other;
    if (choice === 'blocks') onConnect(epic, known);
    else onConnect(known, epic);
  };
  return (
    <EpicPicker
      anchor={anchor}
      label={formatMessage(choice === 'blocks' ? messages.chooseBlocked : messages.chooseBlocker, { title })}
      exceptId={digitsOf(epic.id)}
      groupPath={epic.group.fullPath.split('/')[0] ?? ''}
      onPick={pick}
      onClose={onClose}
    />
  );
}

interface LanePickerProps extends Pick<ConnectMenuProps, 'anchor' | 'onClose'> {
  lanes: readonly LaneDrop[];
  label: string;
  onPick: (drop: LaneDrop) => void;
}

function LanePicker({ anchor, label, lanes, onPick, onClose }: LanePickerProps) {
  const [search, setSearch] = useState('');
  const texts = useLaneTexts();
  const named = lanes.map((drop) => ({ value: drop.toKey, title: texts.value(drop.to) }));
  return (
    <Picker
      label={label}
      anchor={anchor}
      align="start"
      options={named.filter(({ title }) => title.toLowerCase().includes(search.trim().toLowerCase()))}
      chosen={[]}
      search={search}
      onSearch={setSearch}
      isLoading={false}
      searchState="settled"
      onPick={({ value }) => {
        const drop = lanes.find(({ toKey }) => toKey === value);
        if (drop) onPick(drop);
      }}
      onClose={onClose}
    />
  );
}

interface EpicPickerProps {
  anchor: Element;
  label: string;
  /** The number of the epic itself. */
  exceptId: string;
  groupPath: string;
  onPick: (epic: ConnectEnd) => void;
  onClose: () => void;
}

function EpicPicker({ anchor, label, exceptId, groupPath, onPick, onClose }: EpicPickerProps) {
  const { formatMessage } = useIntl();
  const [search, setSearch] = useState('');
  const { data, isLoading, isError, searchState } = useSearched(
    (text) => referenceSuggestions({ groupPath, confidentialOnly: false, types: ['EPIC'], openFirst: true }, text),
    search,
  );
  return (
    <Picker
      label={label}
      anchor={anchor}
      align="start"
      options={(data ?? [])
        .filter(({ id }) => digitsOf(id) !== exceptId)
        .map(({ id, title, reference, isClosed }) => ({
          value: id,
          title,
          detail: reference,
          icon: <WorkItemIcon type="epic" state={isClosed ? 'closed' : 'opened'} />,
          group: isClosed ? formatMessage(messages.closed) : label,
        }))}
      chosen={[]}
      search={search}
      onSearch={setSearch}
      isLoading={isLoading}
      searchState={searchState}
      failure={isError ? formatMessage(messages.searchFailed) : null}
      onPick={({ value, title }) => onPick({ id: value.replace('WorkItem', 'Epic'), title })}
      onClose={onClose}
    />
  );
}
