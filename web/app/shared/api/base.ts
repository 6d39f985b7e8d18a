/** Where the API's paths begin. */
export const BASE: string = import.meta.env.VITE_API_BASE ?? "/api/v1";
