import type { TemplateType } from '@milepost/core/text/description-templates';
import { queryOptions } from '@tanstack/react-query';
import { endpoint, type NamespaceRef } from '../../platform/api/endpoints.ts';
import { sendJson } from '../../platform/api/http.ts';
import { restPath } from '../../platform/api/rest.ts';

export interface TemplateName {
  id: number;
  name: string;
  type: TemplateType;
  /** Of the group or project that defines it. */
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

const home = ({ kind, fullPath }: NamespaceRef): string => `${endpoint(kind, fullPath)}/description_templates`;
const restHome = ({ kind, fullPath }: NamespaceRef): string =>
  restPath(`/${kind}s/${encodeURIComponent(fullPath)}/description_templates`);

/** The templates of a group or project, including those of parent groups; cached. `type` null: all types. */
export function templateNamesQuery(namespace: NamespaceRef, type: TemplateType | null) {
  const search = type === null ? '' : `?type=${type}`;
  return queryOptions({
    queryKey: ['description-templates', namespace.kind, namespace.fullPath, type],
    queryFn: ({ signal }) => sendJson<TemplateNames>(`${home(namespace)}/names.json${search}`, { signal }),
    staleTime: Infinity,
    // A form that is reopened much later sends no more requests than one that is reopened at once.
    gcTime: Infinity,
  });
}

/** The text of a template. */
export function templateText(namespace: NamespaceRef, type: TemplateType, name: string): Promise<TemplateText> {
  return sendJson<TemplateText>(`${home(namespace)}/${type}/${encodeURIComponent(name)}`);
}

export interface TemplateDraft {
  type: TemplateType;
  name: string;
  content: string;
}

/** Creates a template, or changes the one with this id. Throws ValidationError with messages by field. */
export async function saveTemplate(namespace: NamespaceRef, id: number | null, draft: TemplateDraft): Promise<void> {
  const { type, ...text } = draft;
  if (id === null) await sendJson(restHome(namespace), { method: 'POST', body: { type, ...text } });
  else await sendJson(`${restHome(namespace)}/${id}`, { method: 'PUT', body: text });
}

export async function removeTemplate(namespace: NamespaceRef, id: number): Promise<void> {
  await sendJson(`${restHome(namespace)}/${id}`, { method: 'DELETE' });
}
