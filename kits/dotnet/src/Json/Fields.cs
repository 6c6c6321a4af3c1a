using System.Runtime.InteropServices;
using System.Text.Json;

namespace Outcry.Kit.Json;

/// <summary>
/// The fields of a JSON object that a client sent. As in JavaScript, where a name stands twice the last one counts. The
/// platform's own look-up throws at a name with half a surrogate pair in it; this one finds the others all the same.
/// </summary>
internal readonly struct Fields(JsonElement data)
{
    /// <summary>The value of <paramref name="name"/>; its kind is Undefined when there is none.</summary>
    public JsonElement this[string name]
    {
        get
        {
            var found = default(JsonElement);
            foreach (var property in data.EnumerateObject())
            {
                if (JsonText.Decode(JsonMarshal.GetRawUtf8PropertyName(property)) == name) found = property.Value;
            }
            return found;
        }
    }
}
