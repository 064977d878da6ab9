import type { Services } from '../context.ts';
import { escapeHtml } from '../markdown/html.ts';

/** The logo and the name of the installation, above the text of a mail. The name is always included, because most mail programs do not show SVG. */
export function mailHead({ instance, baseUrl }: Pick<Services, 'instance' | 'baseUrl'>): string {
  const logo = instance.logoUrl
    ? `<img src="${escapeHtml(baseUrl + instance.logoUrl)}" alt="" height="24" style="height: 24px; vertical-align: middle"> `
    : '';
  return `<p style="font-weight: 600">${logo}${escapeHtml(instance.name)}</p>`;
}
