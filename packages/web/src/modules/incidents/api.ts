import { queryOptions } from '@tanstack/react-query';
import { send, sendJson } from '../../platform/api/http.ts';
import { restPath } from '../../platform/api/rest.ts';

/** A metric image as REST returns it. */
export interface MetricImage {
  id: number;
  filename: string;
  file_path: string;
  url: string | null;
  url_text: string | null;
}

/** The incident that images are of. */
export interface ImagesOwner {
  fullPath: string;
  iid: string;
}

export function metricImagesPath({ fullPath, iid }: ImagesOwner): string {
  return restPath(`/projects/${encodeURIComponent(fullPath)}/issues/${iid}/metric_images`);
}

export function metricImagesQuery(owner: ImagesOwner) {
  return queryOptions({
    queryKey: ['metric-images', owner.fullPath, owner.iid],
    queryFn: ({ signal }) => sendJson<MetricImage[]>(metricImagesPath(owner), { signal }),
  });
}

/** Changes the link of an image. Throws a ValidationError whose fields are `url` and `url_text`. */
export async function changeMetricImage(
  owner: ImagesOwner,
  id: number,
  text: { url: string; url_text: string },
): Promise<void> {
  const body = new FormData();
  for (const [name, value] of Object.entries(text)) body.set(name, value);
  await send(`${metricImagesPath(owner)}/${id}`, { method: 'PUT', body });
}

export async function removeMetricImage(owner: ImagesOwner, id: number): Promise<void> {
  await send(`${metricImagesPath(owner)}/${id}`, { method: 'DELETE' });
}
