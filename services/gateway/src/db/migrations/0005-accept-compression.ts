/** Created functions that are now in `db/functions`. Kept because databases have recorded the migration's name. */
export async function up(): Promise<void> {}
