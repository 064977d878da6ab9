import type { LimitMetric } from '@milepost/core/boards/boards';
import type {
  BoardId,
  BoardListId,
  CadenceId,
  IterationId,
  LabelId,
  MilestoneId,
  NamespaceId,
  StatusId,
  UserId,
} from '@milepost/core/ids';
import type { Generated, GeneratedTime, Optional } from '../../platform/database/tables.ts';

export interface BoardTable {
  id: Generated<BoardId>;
  namespaceId: NamespaceId;
  name: string;
  /** Whether open cards that are in no list have no column. */
  hidesBacklog: Generated<boolean>;
  hidesClosed: Generated<boolean>;
  milestoneId: Optional<MilestoneId>;
  iterationId: Optional<IterationId>;
  iterationCadenceId: Optional<CadenceId>;
  assigneeId: Optional<UserId>;
  weight: Optional<number>;
  createdAt: GeneratedTime;
  updatedAt: GeneratedTime;
}

export interface BoardLabelTable {
  boardId: BoardId;
  labelId: LabelId;
}

/** A stored column; one of the values is set, none after its label was deleted. */
export interface BoardListTable {
  id: Generated<BoardListId>;
  boardId: BoardId;
  /** From 0, without gaps. */
  position: number;
  labelId: Optional<LabelId>;
  assigneeId: Optional<UserId>;
  milestoneId: Optional<MilestoneId>;
  iterationId: Optional<IterationId>;
  statusId: Optional<StatusId>;
  /** 0 for no limit. */
  maxIssueCount: Generated<number>;
  maxIssueWeight: Generated<number>;
  limitMetric: Optional<LimitMetric>;
  createdAt: GeneratedTime;
  updatedAt: GeneratedTime;
}

export interface BoardFoldTable {
  userId: UserId;
  namespaceId: NamespaceId;
  /** Null: the default board. */
  boardId: BoardId | null;
  keys: string[];
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    boards: BoardTable;
    boardLabels: BoardLabelTable;
    boardLists: BoardListTable;
    boardFolds: BoardFoldTable;
  }
}
