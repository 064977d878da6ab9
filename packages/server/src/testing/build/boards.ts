import { boardListsById, boardsById, type Board, type BoardList } from '../../modules/boards/store.ts';
import type { Label } from '../../modules/labels/store.ts';
import type { Namespace } from '../../modules/namespaces/store.ts';
import { contextAs, type World } from '../world.ts';

export interface BoardToBuild {
  /** Its group or project. */
  namespace: Namespace;
  name?: string;
}

/** Creates boards directly in the database, without policy. */
export function boardBuilders(world: World) {
  async function board({ namespace, name = `board ${world.next()}` }: BoardToBuild): Promise<Board> {
    const { id } = await world.db
      .insertInto('boards')
      .values({ namespaceId: namespace.id, name })
      .returning('id')
      .executeTakeFirstOrThrow();
    return (await contextAs(world, 'root').load(boardsById, id)) as Board;
  }

  async function boardList(wanted: { board: Board; label: Label }): Promise<BoardList> {
    const { id } = await world.db
      .insertInto('boardLists')
      .values({ boardId: wanted.board.id, labelId: wanted.label.id, position: 0 })
      .returning('id')
      .executeTakeFirstOrThrow();
    return (await contextAs(world, 'root').load(boardListsById, id)) as BoardList;
  }

  return { board, boardList };
}
