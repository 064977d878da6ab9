import type { Module } from '../../platform/rooms/module.ts';
import { plugIn } from '../work-items/sockets.ts';
import { boardFilter, boardRankOrder } from './filter.ts';
import { mutateCards, plugInGraphqlFields } from './graphql/card-mutations.ts';
import { mutateBoards, mutateLists } from './graphql/mutations.ts';
import { extendSchema } from './graphql.ts';
import { addRoutes, plugInTransferBoards } from './rest.ts';

export const boardsModule: Module = {
  name: 'boards',
  extendSchema() {
    extendSchema();
    mutateBoards();
    mutateLists();
    mutateCards();
  },
  addRoutes,
  plugIn() {
    plugIn({ filters: [boardFilter], orders: { boardRank: boardRankOrder } });
    plugInTransferBoards();
    plugInGraphqlFields();
  },
};
