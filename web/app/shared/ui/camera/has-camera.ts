/** Whether this browser supports a camera in the page. */
export const hasCamera = () => typeof navigator.mediaDevices?.getUserMedia === "function";
