import { Type } from 'typebox';
import { renderMarkdownSync } from '../../../platform/markdown/render.ts';
import { plugInRest } from '../../work-items/rest/plugs.ts';
import { labelsOfWorkItem } from '../store/items.ts';
import { inline } from '../rest.ts';
import type { Label } from '../store.ts';

const titles = Type.Optional(Type.Array(Type.String(), { description: 'Titles separated by commas, or a list' }));

/** The label fields of epics and issues in REST. */
export function plugInRestFields(): void {
  plugInRest({
    name: 'labels',
    faces: ['epic', 'issue'],
    async show(ctx, item, { hasLabelDetails }) {
      const labels = (await ctx.load(labelsOfWorkItem, item.id)) ?? [];
      return { labels: labels.map((label) => (hasLabelDetails ? presentLabelOfItem(label) : label.title)) };
    },
    write: { properties: { labels: titles }, read: ({ labels }) => ({ labelNames: labels }) },
    change: {
      properties: { add_labels: titles, remove_labels: titles },
      read: (input) => ({ addLabelNames: input.add_labels, removeLabelNames: input.remove_labels }),
    },
  });
}

/** A label with its fields, as `with_labels_details` of lists. */
export function presentLabelOfItem({ id, title, color, description, textColor }: Label) {
  return {
    id,
    name: title,
    color,
    description: description || null,
    description_html: inline(renderMarkdownSync(description)),
    text_color: textColor,
  };
}
