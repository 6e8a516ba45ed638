/** The address of Vite's server, set by `npm run dev`; undefined otherwise. */
const DEV_SERVER = process.env.TILL_DEV_SERVER;

/** Whether Vite's server answers for the till's page, so that it reloads while somebody edits it. */
export function isDevPage(origin: string): boolean {
  return DEV_SERVER !== undefined && origin === 'app://till';
}

/** The answer of Vite's server, without a content security policy: Vite's own scripts are inline. */
export async function fetchDevPage(path: string): Promise<Response> {
  const response = await fetch(new URL(path, DEV_SERVER), { headers: { Accept: '*/*' } });
  const type = response.headers.get('content-type') ?? 'text/plain';
  return new Response(response.body, {
    status: response.status,
    headers: { 'content-type': type, 'cache-control': 'no-store' },
  });
}
