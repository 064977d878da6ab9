import type { NamespaceId } from '@milepost/core/ids';
import { type Feature, hasFeature } from '@milepost/core/settings/features';
import { workItemTypes, type WorkItemType } from '@milepost/core/work-items';
import { builder } from '../../../platform/graphql/builder.ts';
import { WorkItemTypeRef } from './types.ts';
import { WorkItemRef } from '../graphql.ts';
import type { WorkItem } from '../store.ts';

/** Published widgets that no room implements. Rooms register the others with `addWidget`. */
const unbackedNames = [
  'DESIGNS',
  'DEVELOPMENT',
  'EMAIL_PARTICIPANTS',
  'REQUIREMENT_LEGACY',
  'TEST_REPORTS',
  'VERIFICATION_STATUS',
  'VULNERABILITIES',
] as const;
/** `HEALTH_STATUS`: a value of the enum once `addWidget` has added it. */
export type WidgetName = string;
const namesOf = (names: readonly WidgetName[]) => Object.fromEntries(names.map((name) => [name, { value: name }]));
export const WorkItemWidgetTypeEnum = builder.enumType('WorkItemWidgetType', { values: namesOf(unbackedNames) });

/** A widget of one work item. */
export interface WidgetFace {
  widget: WidgetName;
  item: WorkItem;
}

/** A widget of one type. */
export interface WidgetDefinition {
  widget: WidgetName;
  type: WorkItemType;
  /** Of the type: see TypeBelow. */
  rootId: NamespaceId | null;
}

export const WorkItemWidgetRef = builder.interfaceRef<WidgetFace>('WorkItemWidget');
export const WorkItemWidgetDefinitionRef = builder.interfaceRef<WidgetDefinition>('WorkItemWidgetDefinition');
const WorkItemFeaturesRef = builder.objectRef<WorkItem>('WorkItemFeatures');

type FaceRef = ReturnType<typeof builder.objectRef<WidgetFace>>;
type DefinitionRef = ReturnType<typeof builder.objectRef<WidgetDefinition>>;
type FieldsOf<Ref extends FaceRef | DefinitionRef> = Parameters<typeof builder.objectFields<Ref>>[1];

export interface WidgetOptions {
  /** The suffix after `WorkItemWidget`: `Color` for `WorkItemWidgetColor`. */
  name: string;
  /** The types of work items that have it; all by default. */
  types?: readonly WorkItemType[];
  /** Items have it where this feature is not switched off. */
  feature?: Feature;
  fields: FieldsOf<FaceRef>;
  /** The data of the widget for a type rather than an item. */
  definition?: FieldsOf<DefinitionRef>;
}

export interface Registered {
  name: string;
  types: readonly WorkItemType[];
  feature: Feature | null;
  ref: FaceRef;
  definition: DefinitionRef | null;
}

const registered = new Map<WidgetName, Registered>();

/** Adds a widget to work items, in `widgets` and in `features`; called by each room's `extendSchema`. */
export function addWidget(widget: WidgetName, options: WidgetOptions): Registered {
  const ref = builder.objectRef<WidgetFace>(`WorkItemWidget${options.name}`);
  ref.implement({
    interfaces: [WorkItemWidgetRef],
    isTypeOf: (value) => (value as WidgetFace).widget === widget,
  });
  builder.objectFields(ref, options.fields);
  const definition = options.definition ? defineWidget(options.name, options.definition) : null;
  const added = {
    name: options.name,
    types: options.types ?? workItemTypes,
    feature: options.feature ?? null,
    ref,
    definition,
  };
  registered.set(widget, added);
  WorkItemWidgetTypeEnum.updateConfig((config) => ({
    ...config,
    values: Object.assign({}, config.values, namesOf([widget])),
  }));
  builder.objectField(WorkItemFeaturesRef, options.name.charAt(0).toLowerCase() + options.name.slice(1), (t) =>
    t.field({
      type: ref,
      nullable: true,
      resolve: (item) => (isOn(added, item) ? { widget, item } : null),
    }),
  );
  return added;
}

function isOn({ types, feature }: Registered, item: WorkItem): boolean {
  return types.includes(item.type) && (feature === null || hasFeature(item.scope, feature));
}

function defineWidget(name: string, fields: FieldsOf<DefinitionRef>): DefinitionRef {
  const ref = builder.objectRef<WidgetDefinition>(`WorkItemWidgetDefinition${name}`);
  ref.implement({ interfaces: [WorkItemWidgetDefinitionRef] });
  builder.objectFields(ref, fields);
  return ref;
}

/** A registered widget, so that a higher room can add fields to it. */
export function widgetAdded(widget: WidgetName): Registered {
  const added = registered.get(widget);
  if (!added) throw new Error(`No room has added the widget ${widget} yet`);
  return added;
}

const GENERIC = 'WorkItemWidgetDefinitionGeneric';

function widgetsOf(type: WorkItemType): WidgetName[] {
  return [...registered].filter(([, { types }]) => types.includes(type)).map(([widget]) => widget);
}

export function describeWidgets(): void {
  WorkItemWidgetRef.implement({
    description: 'A widget of a work item',
    resolveType: ({ widget }) => `WorkItemWidget${widgetAdded(widget).name}`,
    fields: (t) => ({
      type: t.field({ type: WorkItemWidgetTypeEnum, nullable: true, resolve: ({ widget }) => widget }),
    }),
  });
  WorkItemWidgetDefinitionRef.implement({
    description: 'A widget of a work item type',
    resolveType: ({ widget }) => {
      const { definition, name } = widgetAdded(widget);
      return definition ? `WorkItemWidgetDefinition${name}` : GENERIC;
    },
    fields: (t) => ({ type: t.field({ type: WorkItemWidgetTypeEnum, resolve: ({ widget }) => widget }) }),
  });
  builder.objectRef<WidgetDefinition>(GENERIC).implement({ interfaces: [WorkItemWidgetDefinitionRef] });
  WorkItemFeaturesRef.implement({ description: 'The parts of a work item by name' });
  builder.objectFields(WorkItemRef, (t) => ({
    widgets: t.field({
      // Each widget occurs once, and documents select its fields by type, so the list costs as much as one row.
      complexity: { field: 1, multiplier: 1 },
      type: [WorkItemWidgetRef],
      nullable: true,
      args: {
        onlyTypes: t.arg({ type: [WorkItemWidgetTypeEnum] }),
        exceptTypes: t.arg({ type: [WorkItemWidgetTypeEnum] }),
      },
      resolve: (item, { onlyTypes, exceptTypes }) =>
        widgetsOf(item.type)
          .filter((widget) => isOn(widgetAdded(widget), item))
          .filter((widget) => (!onlyTypes || onlyTypes.includes(widget)) && !exceptTypes?.includes(widget))
          .map((widget) => ({ widget, item })),
    }),
    features: t.field({ type: WorkItemFeaturesRef, resolve: (item) => item }),
  }));
  builder.objectField(WorkItemTypeRef, 'widgetDefinitions', (t) =>
    t.field({
      type: [WorkItemWidgetDefinitionRef],
      nullable: true,
      resolve: (below) => widgetsOf(below.type).map((widget) => ({ ...below, widget })),
    }),
  );
}
