/**
 * The SBOM of an installer as CycloneDX: npm's entries of the bundled packages, and Electron and Node,
 * which npm lists only as development dependencies.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';

/**
 * @typedef {{ readonly 'bom-ref': string, readonly name: string, readonly version: string }} Component
 * @typedef {{ readonly ref: string, readonly dependsOn?: readonly string[] }} Dependency
 * @param {{
 *   readonly root: string,
 *   readonly env: NodeJS.ProcessEnv,
 *   readonly licences: readonly import('./notices.mjs').Licence[],
 *   readonly name: string,
 *   readonly version: string,
 *   readonly electronVersion: string,
 *   readonly nodeVersion: string,
 * }} options
 */
export function buildSbom({ root, env, licences, name, version, electronVersion, nodeVersion }) {
  const npmResult = spawnSync('npm', ['sbom', '--sbom-format', 'cyclonedx'], {
    cwd: root,
    env,
    encoding: 'utf8',
    maxBuffer: 64 << 20,
  });
  if (npmResult.status !== 0) throw new Error(`npm sbom: ${npmResult.error ?? npmResult.stderr}`);
  /** @type {{ components: Component[], dependencies: Dependency[], metadata: object }} */
  const npmSbom = JSON.parse(npmResult.stdout);
  const byName = new Map(
    npmSbom.components.map((component) => [`${component.name}@${component.version}`, component]),
  );
  const bundledComponents = licences.map((licence) => {
    const component = byName.get(`${licence.name}@${licence.version}`);
    if (component === undefined) {
      throw new Error(
        `${licence.name} ${licence.version} is bundled, but npm does not list it. Run npm ci, and build again.`,
      );
    }
    return {
      ...component,
      scope: 'required',
      licenses: [{ license: { id: licence.identifier } }],
    };
  });
  const components = [
    ...bundledComponents,
    buildRuntimeComponent('electron', electronVersion),
    buildRuntimeComponent('node', nodeVersion),
  ];
  const includedRefs = new Set(components.map((component) => component['bom-ref']));
  const seconds = Number(env.SOURCE_DATE_EPOCH);
  const { metadata } = npmSbom;
  return {
    ...npmSbom,
    serialNumber: `urn:uuid:${toUuid(`${name} ${version} ${seconds}`)}`,
    metadata: {
      ...metadata,
      timestamp: new Date(seconds * 1000).toISOString(),
      component: { type: 'application', 'bom-ref': `${name}@${version}`, name, version },
    },
    components,
    dependencies: npmSbom.dependencies
      .filter(({ ref }) => includedRefs.has(ref))
      .map(({ ref, dependsOn = [] }) => ({
        ref,
        dependsOn: dependsOn.filter((dependency) => includedRefs.has(dependency)),
      })),
  };
}

/**
 * @param {'electron' | 'node'} name
 * @param {string} version
 */
function buildRuntimeComponent(name, version) {
  const ref = `${name}@${version}`;
  const purl = name === 'node' ? `pkg:generic/node@${version}` : `pkg:npm/${ref}`;
  return {
    'bom-ref': ref,
    type: 'framework',
    name,
    version,
    scope: 'required',
    purl,
    licenses: [{ license: { id: 'MIT' } }],
  };
}

/**
 * Derives a UUID from a text, so that the same build has the same UUID.
 *
 * @param {string} text
 */
function toUuid(text) {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
