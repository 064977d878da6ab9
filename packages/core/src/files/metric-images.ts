import type { FieldErrors } from '../errors.ts';
import { isWebUrl } from '../text/web-urls.ts';

/** Characters of a metric image's link and of its text. */
export const metricImageLimits = { url: 255, urlText: 128 } as const;

/** The part of a metric image that people type in; undefined leaves a field out of the check. */
export interface MetricImageText {
  url?: string | null;
  urlText?: string | null;
}

/** What is wrong with the values, by field as the API calls it; null when nothing is. */
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
