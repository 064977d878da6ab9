import type { TemplateType } from '@milepost/core/description-templates';
import { queryOptions } from '@tanstack/react-query';
import { endpoint } from '../../platform/api/endpoints.ts';
import { sendJson } from '../../platform/api/http.ts';
import { restPath } from '../../platform/api/rest.ts';

/** A group or project. */
export interface TemplatePlace {
  kind: 'group' | 'project';
  fullPath: string;
}

export interface TemplateName {
  id: number;
  name: string;
  type: TemplateType;
  /** Of the group or project it is from. */
  full_path: string;
  /** From a group above. */
  inherited: boolean;
}

export interface TemplateNames {
  templates: readonly TemplateName[];
  may_manage: boolean;
}

export interface TemplateText {
  name: string;
  content: string;
}

const home = ({ kind, fullPath }: TemplatePlace): string => `${endpoint(kind, fullPath)}/description_templates`;
const restHome = ({ kind, fullPath }: TemplatePlace): string =>
  restPath(`/${kind}s/${encodeURIComponent(fullPath)}/description_templates`);

/** The templates of a group or project, those of the groups above among them; asked for once. `type` null: of every type. */
export function templateNamesQuery(place: TemplatePlace, type: TemplateType | null) {
  const search = type === null ? '' : `?type=${type}`;
  return queryOptions({
    queryKey: ['description-templates', place.kind, place.fullPath, type],
    queryFn: ({ signal }) => sendJson<TemplateNames>(`${home(place)}/names.json${search}`, { signal }),
    staleTime: Infinity,
    // A form that is opened again much later asks no more than one that is opened at once.
    gcTime: Infinity,
  });
}

/** The text of one. */
export function templateText(place: TemplatePlace, type: TemplateType, name: string): Promise<TemplateText> {
  return sendJson<TemplateText>(`${home(place)}/${type}/${encodeURIComponent(name)}`);
}

export interface TemplateDraft {
  type: TemplateType;
  name: string;
  content: string;
}

/** Makes a template, or changes the one of this id. Throws ValidationError with what is wrong by field. */
export async function saveTemplate(place: TemplatePlace, id: number | null, draft: TemplateDraft): Promise<void> {
  const { type, ...text } = draft;
  if (id === null) await sendJson(restHome(place), { method: 'POST', body: { type, ...text } });
  else await sendJson(`${restHome(place)}/${id}`, { method: 'PUT', body: text });
}

export async function removeTemplate(place: TemplatePlace, id: number): Promise<void> {
  await sendJson(`${restHome(place)}/${id}`, { method: 'DELETE' });
}
