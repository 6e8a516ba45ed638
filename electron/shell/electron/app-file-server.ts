import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { APP_PAGE } from './origin.ts';

/** The build writes this placeholder for each document's nonce. */
const NONCE_PLACEHOLDER = '__TILL_NONCE__';

const CONTENT_TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
};

/** The till's page needs none of these features. */
const PERMISSIONS_POLICY = [
  'camera',
  'clipboard-read',
  'display-capture',
  'geolocation',
  'hid',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

function buildContentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
}

interface AppFileServer {
  readonly handleRequest: (request: Request) => Promise<Response>;
  /** Resolves once a document and every file that it references have been served. */
  readonly documentServed: Promise<void>;
}

/**
 * Serves requests beneath `page` from one folder. The folder is listed once, and only files on that
 * list are opened: a path that leads out of it matches nothing.
 */
export function createAppFileServer(
  folder: string,
  page: string = APP_PAGE,
  document = '/index.html',
): AppFileServer {
  const files = listFiles(folder);
  const toPath = (url: string): string | null => {
    try {
      const { pathname } = new URL(url, page);
      return pathname === '/' ? document : decodeURIComponent(pathname);
    } catch {
      return null;
    }
  };
  const allServed = Promise.withResolvers<void>();
  let unservedPaths: Set<string> | null = null;

  const handleRequest: AppFileServer['handleRequest'] = async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return createTextResponse(405, 'GET only');
    if (!request.url.startsWith(page)) return createTextResponse(404, 'not here');
    const path = toPath(request.url);
    const file = path === null ? undefined : files.get(path);
    const type = CONTENT_TYPES[extname(file ?? '')];
    if (file === undefined || type === undefined) return createTextResponse(404, 'not here');
    const bytes = await readFile(file);
    const isDocument = type === CONTENT_TYPES['.html'];
    const nonce = randomBytes(18).toString('base64');
    const body = isDocument
      ? bytes.toString('utf8').replaceAll(NONCE_PLACEHOLDER, nonce)
      : new Uint8Array(bytes);
    if (typeof body === 'string') unservedPaths = new Set(findReferencedPaths(body, toPath));
    else unservedPaths?.delete(path ?? '');
    if (unservedPaths?.size === 0) allServed.resolve();
    return new Response(request.method === 'HEAD' ? null : body, {
      headers: {
        ...COMMON_HEADERS,
        'Content-Type': type,
        'Content-Security-Policy': buildContentSecurityPolicy(nonce),
        // The names of the files that the document loads change with their content.
        'Cache-Control': isDocument ? 'no-store' : 'max-age=31536000, immutable',
      },
    });
  };
  return { handleRequest, documentServed: allServed.promise };
}

/** The paths of the files that a document references. */
function findReferencedPaths(html: string, toPath: (url: string) => string | null): string[] {
  return [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].flatMap(
    ([, path = '']) => toPath(path) ?? [],
  );
}

const COMMON_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': PERMISSIONS_POLICY,
};

function createTextResponse(status: number, text: string): Response {
  return new Response(text, {
    status,
    headers: {
      ...COMMON_HEADERS,
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Security-Policy': buildContentSecurityPolicy(''),
      'Cache-Control': 'no-store',
    },
  });
}

function listFiles(folder: string, prefix = '/'): Map<string, string> {
  const fileByPath = new Map<string, string>();
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = join(folder, entry.name);
    if (entry.isDirectory()) {
      for (const child of listFiles(file, `${prefix}${entry.name}/`)) fileByPath.set(...child);
    } else if (entry.isFile()) {
      fileByPath.set(prefix + entry.name, file);
    }
  }
  return fileByPath;
}
