/** The text of `biome-walls.json`, made from the table of walls. */
export declare function formatBiomeBoundaries(): string;
