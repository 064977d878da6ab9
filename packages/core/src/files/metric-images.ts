import type { FieldErrors } from '../errors.ts';
import { isWebUrl } from '../text/web-urls.ts';

/** Maximum characters of a metric image's link and of its text. */
export const metricImageLimits = { url: 255, urlText: 128 } as const;

/** The user input of a metric image; undefined leaves a field out of the check. */
export interface MetricImageText {
  url?: string | null;
  urlText?: string | null;
}

/** Validation errors by API field name; null when there are none. */
export function metricImageProblems({ url, urlText }: MetricImageText): FieldErrors | null {
  const problems: Record<string, string[]> = {};
  if (url) {
    if (url.length > metricImageLimits.url)
      problems.url = [`is too long (maximum is ${metricImageLimits.url} characters)`];
    else if (!isWebUrl(url)) problems.url = ['must be an address that begins with http:// or https://'];
  }
  if (urlText && urlText.length > metricImageLimits.urlText)
    problems.url_text = [`is too long (maximum is ${metricImageLimits.urlText} characters)`];
  return Object.keys(problems).length > 0 ? problems : null;
}
