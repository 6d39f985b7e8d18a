-- KEYS[1] data  KEYS[2] meta  KEYS[3] active  KEYS[4] scheduled   ARGV task ids
-- Returns the depth, then for each task 1 if the transport still holds it, waiting or running, else 0.
local out = {redis.call('llen', KEYS[3]) + redis.call('zcard', KEYS[4])}
for i, id in ipairs(ARGV) do
  local finished = redis.call('hexists', KEYS[2] .. ':' .. id, 'done_at')
  out[i + 1] = (redis.call('hexists', KEYS[1], id) == 1 and finished == 0) and 1 or 0
end
return out
