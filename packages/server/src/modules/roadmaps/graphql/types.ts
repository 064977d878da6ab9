import { builder } from '../../../platform/graphql/builder.ts';
import { connectionType } from '../../../platform/graphql/connections.ts';
import type { RoadmapLink } from '../store/links.ts';
import type { RoadmapView } from '../store/views.ts';

export const RoadmapViewRef = builder.objectRef<RoadmapView>('RoadmapView');
export const RoadmapLinkRef = builder.objectRef<RoadmapLink>('RoadmapLink');
export const RoadmapViewConnection = connectionType('RoadmapView', RoadmapViewRef);
export const RoadmapLinkConnection = connectionType('RoadmapLink', RoadmapLinkRef);
export const RoadmapLinkKindEnum = builder.enumType('RoadmapLinkKind', {
  description: 'PAGE: a roadmap that anyone may look at. FEED: a calendar of what its maker may see',
  values: { PAGE: { value: 'page' }, FEED: { value: 'feed' } } as const,
});
