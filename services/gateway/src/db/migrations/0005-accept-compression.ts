/** Created the functions that are now in `functions.sql`. It must stay, because databases have recorded its name. */
export async function up(): Promise<void> {}
