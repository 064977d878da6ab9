import { CLOSED, columnKinds, laneKinds, NONE, parseDivision } from '@milepost/core/boards/boards';
import { filterQuery } from '@milepost/core/filters/address';
import { parseQuery, printQuery, valueOf, type Query } from '@milepost/core/query';
import { useCallback, useMemo } from 'react';
import { type MessageDescriptor, useIntl } from 'react-intl';
import type { NamespaceRef } from '../../../platform/api/endpoints.ts';
import { useRouter } from '../../../platform/navigation/router-context.ts';
import { recordOf } from '../../../platform/navigation/search.ts';
import { useShownSearch } from '../../../platform/navigation/use-address.ts';
import { messages } from './messages.ts';
import type { BoardQuery, Slot } from './board.ts';

/** What the address says about a board, and a function that changes parts of it. */
export function useBoardAddress(
  { kind, fullPath }: NamespaceRef,
  boardNumber: string,
): [BoardQuery, (change: Partial<Pick<BoardQuery, 'columns' | 'lanes' | 'filters'>>) => void] {
  const search = useShownSearch();
  const router = useRouter();
  const board = useMemo((): BoardQuery => {
    const query = parseQuery(search);
    const columns = valueOf(query, 'columns') ?? '';
    const lanes = valueOf(query, 'lanes') ?? '';
    return {
      home: { kind, fullPath },
      boardId: boardNumber === '' ? null : `gid://gitlab/Board/${boardNumber}`,
      epic: /^[1-9]\d{0,14}$/.exec(valueOf(query, 'epic') ?? '')?.[0] ?? '',
      columns: parseDivision(columns, columnKinds) ? columns : '',
      lanes: parseDivision(lanes, laneKinds) ? lanes : '',
      filters: printQuery(filterQuery('issues', query)),
    };
  }, [search, kind, fullPath, boardNumber]);
  const change = useCallback(
    (next: Partial<BoardQuery>) => {
      const { epic, columns, lanes, filters } = { ...board, ...next };
      const query: Query = [
        ...parseQuery(filters),
        ...(epic === '' ? [] : [['epic', epic] as const]),
        ...(columns === '' ? [] : [['columns', columns] as const]),
        ...(lanes === '' ? [] : [['lanes', lanes] as const]),
      ];
      router.navigateSearch(recordOf(query), { replace: next.filters !== undefined, keepScroll: true });
    },
    [board, router],
  );
  return [board, change];
}

const fieldMessages: Readonly<Record<string, MessageDescriptor>> = {
  status: messages.status,
  assignee: messages.assignee,
  milestone: messages.milestone,
  iteration: messages.iteration,
  epic: messages.epic,
};

/** The name of a division as the address has it: `stage::*` for `label:stage`. */
export function useDivisionName(): (division: string) => string {
  const { formatMessage } = useIntl();
  return (division) => {
    const field = fieldMessages[division];
    return field ? formatMessage(field) : `${division.slice('label:'.length)}::*`;
  };
}

/** Names columns and lanes. `division`: of the address; empty for lists of the board. */
export function useSlotName(division: string): (slot: Slot) => string {
  const { formatMessage } = useIntl();
  return ({ key, title }) => {
    if (key === CLOSED) return formatMessage(messages.closed);
    if (key !== NONE) return title ?? '';
    if (division === '') return formatMessage(messages.open);
    const field = fieldMessages[division];
    const name = field ? formatMessage(field).toLowerCase() : division.slice('label:'.length);
    return formatMessage(messages.noValue, { field: name });
  };
}
