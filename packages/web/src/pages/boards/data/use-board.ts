import { digitsOf } from '@milepost/core/global-ids';
import { boardPath, CLOSED, columnKinds, DELETED, laneKinds, NONE, parseDivision } from '@milepost/core/boards/boards';
import { filterQuery } from '@milepost/core/filters/address';
import { parseQuery, printQuery, valueOf, type Query } from '@milepost/core/query';
import { boardNumberOf, foldedOf, printFolded, viewQueryOf } from '@milepost/core/views/queries';
import { viewIdOf } from '@milepost/core/views/views';
import { useCallback, useMemo } from 'react';
import { type MessageDescriptor, useIntl } from 'react-intl';
import { useViewSearch } from '../../../modules/views/use-view-search.ts';
import type { ViewScene } from '../../../modules/views/view-scene.ts';
import type { NamespaceRef } from '../../../platform/api/endpoints.ts';
import { useRouter } from '../../../platform/navigation/router-context.ts';
import { printSearch, recordOf } from '../../../platform/navigation/search.ts';
import { messages } from './messages.ts';
import type { BoardQuery, Slot } from './board.ts';

/** The parts of a board's address that its page changes. */
export type BoardChange = Partial<Pick<BoardQuery, 'columns' | 'lanes' | 'filters'>> & { folded?: readonly string[] };

export interface BoardAddress {
  query: BoardQuery;
  /** The folded columns and lanes that the address names; null for those that the viewer folded. */
  folded: readonly string[] | null;
  /** The address is of a saved view. */
  isView: boolean;
  /** The saved view is still being requested. */
  isPending: boolean;
  change(next: BoardChange): void;
}

/** What the address says about a board. */
export function useBoardAddress(home: NamespaceRef, boardNumber: string): BoardAddress {
  const { search, isPending } = useViewSearch({ kind: 'board', home });
  const router = useRouter();
  const query = useMemo((): BoardQuery => {
    const address = parseQuery(search);
    const columns = valueOf(address, 'columns') ?? '';
    const lanes = valueOf(address, 'lanes') ?? '';
    return {
      home,
      boardId: boardNumber === '' ? null : `gid://gitlab/Board/${boardNumber}`,
      epic: /^[1-9]\d{0,14}$/.exec(valueOf(address, 'epic') ?? '')?.[0] ?? '',
      columns: parseDivision(columns, columnKinds) ? columns : '',
      lanes: parseDivision(lanes, laneKinds) ? lanes : '',
      filters: printQuery(filterQuery('issues', address)),
    };
  }, [search, home, boardNumber]);
  const { view, folded } = useMemo(() => {
    const address = parseQuery(search);
    return { view: viewIdOf(address), folded: foldedOf(address) };
  }, [search]);
  const change = useCallback(
    (next: BoardChange) => {
      const { epic, columns, lanes, filters } = { ...query, ...next };
      // An address that differs from a view names everything.
      const keys = next.folded ?? folded ?? (view === null ? null : []);
      const address: Query = [
        ...(view === null ? [] : [['view', view] as const]),
        ...parseQuery(filters),
        ...(epic === '' ? [] : [['epic', epic] as const]),
        ...(columns === '' ? [] : [['columns', columns] as const]),
        ...(lanes === '' ? [] : [['lanes', lanes] as const]),
        ...(keys === null ? [] : [['folded', printFolded(keys)] as const]),
      ];
      const replace = next.filters !== undefined || next.folded !== undefined;
      router.navigateSearch(recordOf(address), { replace, keepScroll: true });
    },
    [query, view, folded, router],
  );
  return { query, folded, isView: view !== null, isPending, change };
}

/** The saved views of a board. */
export function useBoardViews({
  query,
  folded,
}: Pick<BoardAddress, 'query'> & { folded: readonly string[] }): ViewScene {
  const router = useRouter();
  const { home, boardId, epic, columns, lanes, filters } = query;
  const board = boardId === null ? '' : digitsOf(boardId);
  const canonical = (text: string): string => {
    const given = parseQuery(text);
    return viewQueryOf('board', foldedOf(given) ? given : [...given, ['folded', printFolded([])]]);
  };
  const shown: Query = [
    ...parseQuery(filters),
    ['board', board],
    ['epic', epic],
    ['columns', columns],
    ['lanes', lanes],
    ['folded', printFolded(folded)],
  ];
  return {
    kind: 'board',
    home,
    query: canonical(printQuery(shown)),
    canonical,
    show({ view, board: _board, ...rest }, text) {
      const of = boardNumberOf(parseQuery(text));
      // A view is named alone, so that it follows later changes; it belongs to the address of its board.
      if (view === undefined) router.navigateSearch(rest, { replace: true });
      else if ((of ?? '') === board) router.navigateSearch({ view }, { replace: true });
      else
        router.navigate(boardPath(home.kind, home.fullPath, of === null ? null : Number(of)) + printSearch({ view }));
    },
  };
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
  return ({ key, kind, title }) => {
    if (kind === DELETED) return formatMessage(messages.deletedLabel);
    if (key === CLOSED) return formatMessage(messages.closed);
    if (key !== NONE) return title ?? '';
    if (division === '') return formatMessage(messages.open);
    const field = fieldMessages[division];
    const name = field ? formatMessage(field).toLowerCase() : division.slice('label:'.length);
    return formatMessage(messages.noValue, { field: name });
  };
}
