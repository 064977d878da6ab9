import { textColorOn } from '@milepost/core/labels';
import { builder } from '../../../platform/graphql/builder.ts';
import { costOfShortList, pageArguments } from '../../../platform/graphql/connections.ts';
import { presentHtml } from '../../../platform/remote-images/present.ts';
import { UserCoreConnection, UserCoreRef } from '../../users/graphql.ts';
import { usersById } from '../../users/store.ts';
import { HealthStatusEnum } from './enums.ts';
import { colorOf } from './epics.ts';
import { assignees, TaskCompletionStatusRef } from './fields.ts';
import { addWidget } from './widgets.ts';
import { descriptionsById } from '../store.ts';

/** The widgets of a work item's own columns. */
export function addOwnWidgets(): void {
  addDescription();
  addAssignees();
  addDatesAndColor();
  addWeightAndHealth();
}

function addDescription(): void {
  addWidget('DESCRIPTION', {
    name: 'Description',
    fields: (t) => ({
      description: t.string({
        nullable: true,
        resolve: async ({ item }, _args, ctx) => (await ctx.load(descriptionsById, item.id))?.description ?? null,
      }),
      descriptionHtml: t.string({
        nullable: true,
        resolve: async ({ item }, _args, ctx) =>
          presentHtml(ctx.services, (await ctx.load(descriptionsById, item.id))?.descriptionHtml ?? null),
      }),
      edited: t.boolean({ resolve: ({ item }) => item.lastEditedAt !== null }),
      lastEditedAt: t.field({ type: 'Time', nullable: true, resolve: ({ item }) => item.lastEditedAt }),
      lastEditedBy: t.field({
        type: UserCoreRef,
        nullable: true,
        resolve: ({ item }, _args, ctx) =>
          item.lastEditedById === null ? null : ctx.load(usersById, item.lastEditedById),
      }),
      taskCompletionStatus: t.field({ type: TaskCompletionStatusRef, resolve: ({ item }) => item }),
    }),
  });
}

function addAssignees(): void {
  addWidget('ASSIGNEES', {
    name: 'Assignees',
    fields: (t) => ({
      allowsMultipleAssignees: t.boolean({ nullable: true, resolve: () => true }),
      canInviteMembers: t.boolean({ resolve: ({ item }, _args, ctx) => ctx.viewer.atLeast('maintainer', item.scope) }),
      assignees: t.field({
        type: UserCoreConnection,
        nullable: true,
        args: pageArguments,
        complexity: costOfShortList,
        resolve: ({ item }, args, ctx) => assignees.resolve(item, args, ctx),
      }),
    }),
    definition: (t) => ({
      allowsMultipleAssignees: t.boolean({ resolve: () => true }),
      canInviteMembers: t.boolean({ resolve: () => false }),
    }),
  });
}

function addDatesAndColor(): void {
  addWidget('START_AND_DUE_DATE', {
    name: 'StartAndDueDate',
    fields: (t) => ({
      startDate: t.field({ type: 'Date', nullable: true, resolve: ({ item }) => item.startDate }),
      dueDate: t.field({ type: 'Date', nullable: true, resolve: ({ item }) => item.dueDate }),
      isFixed: t.boolean({ resolve: ({ item }) => item.startDateIsFixed || item.dueDateIsFixed }),
      rollUp: t.boolean({ resolve: ({ item }) => item.type === 'epic' }),
    }),
  });
  addWidget('COLOR', {
    name: 'Color',
    types: ['epic'],
    fields: (t) => ({
      color: t.string({ nullable: true, resolve: ({ item }) => colorOf(item) }),
      textColor: t.string({ nullable: true, resolve: ({ item }) => textColorOn(colorOf(item)) }),
    }),
  });
}

function addWeightAndHealth(): void {
  const { ref, definition } = addWidget('WEIGHT', {
    name: 'Weight',
    fields: (t) => ({ weight: t.int({ nullable: true, resolve: ({ item }) => item.weight }) }),
    definition: (t) => ({
      editable: t.boolean({ resolve: ({ type }) => type !== 'epic' }),
      rollUp: t.boolean({ resolve: ({ type }) => type === 'epic' }),
    }),
  });
  if (definition) {
    builder.objectField(ref, 'widgetDefinition', (t) =>
      t.field({
        type: definition,
        nullable: true,
        resolve: ({ item }) => ({ widget: 'WEIGHT' as const, type: item.type, rootId: item.rootId }),
      }),
    );
  }
  addWidget('HEALTH_STATUS', {
    name: 'HealthStatus',
    feature: 'health_status',
    fields: (t) => ({
      healthStatus: t.field({ type: HealthStatusEnum, nullable: true, resolve: ({ item }) => item.healthStatus }),
    }),
  });
}
