/**
 * The parts of an installer as CycloneDX: what npm says of each package that is bundled, with
 * Electron and Node, which npm counts among the tools.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';

export function buildSbom({ root, env, licences, name, version, electronVersion, nodeVersion }) {
  const asked = spawnSync('npm', ['sbom', '--sbom-format', 'cyclonedx'], {
    cwd: root,
    env,
    encoding: 'utf8',
    maxBuffer: 64 << 20,
  });
  if (asked.status !== 0) throw new Error(`npm sbom: ${asked.error ?? asked.stderr}`);
  const all = JSON.parse(asked.stdout);
  const byName = new Map(all.components.map((one) => [`${one.name}@${one.version}`, one]));
  const bundled = licences.map((one) => {
    const found = byName.get(`${one.name}@${one.version}`);
    if (found === undefined) {
      throw new Error(
        `${one.name} ${one.version} is bundled, and npm does not know it. Run npm ci.`,
      );
    }
    return { ...found, scope: 'required', licenses: [{ license: { id: one.identifier } }] };
  });
  const components = [
    ...bundled,
    buildRuntimeComponent('electron', electronVersion),
    buildRuntimeComponent('node', nodeVersion),
  ];
  const kept = new Set(components.map((one) => one['bom-ref']));
  const seconds = Number(env.SOURCE_DATE_EPOCH);
  const { metadata } = all;
  return {
    ...all,
    serialNumber: `urn:uuid:${toUuid(`${name} ${version} ${seconds}`)}`,
    metadata: {
      ...metadata,
      timestamp: new Date(seconds * 1000).toISOString(),
      component: { type: 'application', 'bom-ref': `${name}@${version}`, name, version },
    },
    components,
    dependencies: all.dependencies
      .filter(({ ref }) => kept.has(ref))
      .map(({ ref, dependsOn = [] }) => ({
        ref,
        dependsOn: dependsOn.filter((one) => kept.has(one)),
      })),
  };
}

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

/** The same for the same build. */
function toUuid(text) {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
